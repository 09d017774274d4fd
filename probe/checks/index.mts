import type { Check } from '../check.mts';
import { answers } from './answers.mts';
import { files } from './files.mts';
import { filters } from './filters.mts';
import { forms } from './forms.mts';
import { lists } from './lists.mts';
import { paging } from './paging.mts';
import { records } from './records.mts';
import { refusals } from './refusals.mts';
import { searches } from './searches.mts';
import { writes } from './writes.mts';

/** Every check, in the order in which the report lists them. */
export const CHECKS: readonly Check[] = [
	...records,
	...answers,
	...paging,
	...lists,
	...filters,
	...searches,
	...forms,
	...files,
	...writes,
	...refusals,
];
