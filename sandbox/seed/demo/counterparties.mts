import { insertCounterparty } from '../../store/counterparties.mts';
import type { Database } from '../../store/database.mts';
import { ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';
import { COUNTERPARTY_FIELDS } from './catalog.mts';
import { ago } from './time.mts';

/** Name, country, industry, employees, contact. */
const COMPANIES = [
	['Alder & Pine Logistics GmbH', 'Germany', 'logistics', 240, 'Martin Vogel'],
	['Atelier Lumière SARL', 'France', 'retail', 38, 'Camille Dupuis'],
	['Baltic Freight AS', 'Estonia', 'logistics', 120, 'Liis Tamm'],
	['Bergström Energi AB', 'Sweden', 'energy', 860, 'Erik Lund'],
	['Blue Harbor Software Inc.', 'United States', 'software', 310, 'Dana Whitfield'],
	['Brightwater Utilities plc', 'United Kingdom', 'energy', 5400, 'Hugh Carrow'],
	['Cedar Lane Retail Group', 'United States', 'retail', 2100, 'Monica Reyes'],
	['Copperfield Castings Ltd', 'United Kingdom', 'manufacturing', 95, 'Owen Pryce'],
	['Delta Nova Robotics B.V.', 'Netherlands', 'manufacturing', 410, 'Sanne de Wit'],
	['Echo Valley Foods', 'Canada', 'retail', 670, 'Theo Marchand'],
	['Färber Präzision KG', 'Germany', 'manufacturing', 150, 'Annika Färber'],
	['Fjord Analytics AS', 'Norway', 'software', 64, 'Ingrid Moen'],
	['Granite Peak Mining Co.', 'Australia', 'energy', 3200, 'Lachlan Reid'],
	['Helios Solar Parks S.p.A.', 'Italy', 'energy', 540, 'Giulia Ferri'],
	['Ibex Mobility AG', 'Switzerland', 'manufacturing', 275, 'Reto Ammann'],
	['Juniper Street Studios', 'United States', 'software', 22, 'Avery Cole'],
	['Kestrel Air Cargo Ltd', 'Ireland', 'logistics', 430, 'Niamh Doyle'],
	['Lakeshore Medical Supplies', 'Canada', 'retail', 185, 'Chloe Nguyen'],
	['Mistral Shipping SA', 'Greece', 'logistics', 760, 'Nikos Pappas'],
	['Nordlicht Maschinenbau GmbH', 'Germany', 'manufacturing', 980, 'Sabine Krüger'],
	['Oakhurst Data Centers LLC', 'United States', 'software', 145, 'Raj Patel'],
	['Perla Textiles S.A.', 'Spain', 'manufacturing', 350, 'Lucía Romero'],
	['Quayside Brewing Company', 'United Kingdom', 'retail', 48, 'Isla Fraser'],
	['Redwood Forestry Oy', 'Finland', 'manufacturing', 205, 'Mika Laine'],
	['Sakura Instruments K.K.', 'Japan', 'manufacturing', 620, 'Haruka Ito'],
	['Solstice Events Pty', 'Australia', 'retail', 31, 'Grace Tan'],
	['Tramontana Wind S.L.', 'Spain', 'energy', 260, 'Jordi Vila'],
	['Umbra Security Systems', 'Israel', 'software', 175, 'Noa Levi'],
	['Vela Marine Services', 'Portugal', 'logistics', 88, 'Rui Nogueira'],
	['Westgate Packaging Corp.', 'United States', 'manufacturing', 1450, 'Carla Jensen'],
	['Xenia Hotels Group', 'Greece', 'retail', 2300, 'Eleni Markou'],
	['Yarrow Biotech ApS', 'Denmark', 'software', 57, 'Freja Holt'],
] as const;

export const COUNTERPARTY_COUNT = COMPANIES.length;
export const counterpartyId = (index: number) => fixedId('cf', (index % COUNTERPARTY_COUNT) + 1);
export const counterpartyName = (index: number) => COMPANIES[index % COUNTERPARTY_COUNT]![0];

/** Who signs for a counterparty. */
export function contactOf(index: number): { name: string; email: string } {
	const company = COMPANIES[index % COUNTERPARTY_COUNT]!;
	return { name: company[4], email: emailOf(company[4], company[0]) };
}

export function seedCounterparties(database: Database, now: number): void {
	const { country, vatNumber, industry, employees, crmId } = COUNTERPARTY_FIELDS;
	for (const [index, [name, place, sector, size, contact]] of COMPANIES.entries()) {
		insertCounterparty(database, {
			id: counterpartyId(index),
			organization_id: ORGANIZATIONS.main.id,
			name,
			status: index % 9 === 7 ? 'archived' : 'active',
			logo_url: `https://logos.example/${slug(name)}.png`,
			fields: JSON.stringify({
				[country.id]: place,
				[vatNumber.id]: `${place.slice(0, 2).toUpperCase()}${100_200_300 + index * 7_001}`,
				[industry.id]: sector,
				[employees.id]: size,
				[crmId.id]: `CRM-${1001 + index}`,
			}),
			contact_name: contact,
			contact_email: emailOf(contact, name),
			created_at: ago(now, { days: 400 - index * 7 }),
			updated_at: ago(now, { days: 60 - index, hours: index }),
		});
	}
}

function emailOf(person: string, company: string): string {
	return `${slug(person).replaceAll('-', '.')}@${slug(company)}.example`;
}

function slug(text: string): string {
	const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
	return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
