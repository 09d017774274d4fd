const LOCAL_HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request's Host names this machine. A web page whose own name was pointed at this machine (DNS rebinding) comes
 * with that name, whatever its address; a browser lets no page choose the header.
 */
export function isLocalHost(host: string | undefined): boolean {
	return host !== undefined && LOCAL_HOSTS.test(host);
}
