import type { Database } from '../../store/database.mts';
import { seedCatalog } from './catalog.mts';
import { seedClauses } from './clauses.mts';
import { seedContracts } from './contracts.mts';
import { seedCounterparties } from './counterparties.mts';
import { seedCustomObjects } from './customObjects.mts';
import { seedOtherOrganization } from './otherOrganization.mts';

/** The data of a company that sells machine parts. Ids are fixed, times are relative to `now`. */
export function seedDemo(database: Database, now: number): void {
	seedCatalog(database);
	seedCounterparties(database, now);
	seedContracts(database, now);
	seedClauses(database, now);
	seedCustomObjects(database, now);
	seedOtherOrganization(database, now);
}
