/** Waits until `read` answers something that `holds`, asking again every 20 ms; the test's time limit ends it. */
export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
	for (;;) {
		const value = await read();
		if (holds(value)) return value;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
