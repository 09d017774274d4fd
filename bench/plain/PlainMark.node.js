const { writeFileSync } = require('node:fs');

/** Passes items on and sets the memory's high-water mark back, so that what came before it is not measured. */
class PlainMark {
	description = {
		displayName: 'Plain Mark',
		name: 'plainMark',
		group: ['transform'],
		version: 1,
		description: 'Measurement starts here',
		defaults: { name: 'Plain Mark' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute() {
		if (global.gc) global.gc();
		writeFileSync('/proc/self/clear_refs', '5');
		return [this.getInputData()];
	}
}

module.exports = { PlainMark };
