import type { Session } from './session.mts';

export interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	installedNodes: Array<{ name: string; type: string; latestVersion: number }>;
	failedLoading?: boolean;
}

const PATH = '/community-packages';

/** Settings > Community nodes. What a version of our package contains is said by the npm shim's tarball. */
export function packages(session: Session) {
	return {
		install: (name: string, version: string) =>
			session.rest<InstalledPackage>('POST', PATH, { name, version }),
		/** Also replaces a package by other content of the same version. */
		update: (name: string, version: string) =>
			session.rest<InstalledPackage>('PATCH', PATH, { name, version }),
		uninstall: (name: string) => session.rest('DELETE', `${PATH}?name=${encodeURIComponent(name)}`),
		installedPackages: () => session.rest<InstalledPackage[]>('GET', PATH),
	};
}
