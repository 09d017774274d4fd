/** Name, SKU, list price. */
export const PRODUCTS = [
	['Linear actuator LA-40', 'LA-40', 420],
	['Servo drive SD-2', 'SD-2', 1_180],
	['Control unit CU-8', 'CU-8', 2_650],
	['Sensor kit SK-5', 'SK-5', 310],
	['Maintenance plan, 1 year', 'MP-12', 4_800],
	['On-site training, 1 day', 'TR-1', 1_500],
	['Gateway GW-1', 'GW-1', 890],
	['Spare parts package', 'SP-100', 2_200],
] as const;
export const PRODUCT_COUNT = PRODUCTS.length;
