declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The globs that the scanner reads of a source repository. */
	export const SOURCE_FILE_PATTERNS: string[];
	/** Lints a folder with the scanner's rules. */
	export function analyzePackage(
		folder: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
