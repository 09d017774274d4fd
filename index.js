// n8n loads the nodes and the credential through the "n8n" block of package.json; this entry lists them for programs.
module.exports = {
	get ContractManagement() {
		return require('./dist/nodes/ContractManagement/ContractManagement.node.js').ContractManagement;
	},
	get ContractManagementTrigger() {
		return require('./dist/nodes/ContractManagement/ContractManagementTrigger.node.js')
			.ContractManagementTrigger;
	},
	get ContractManagementPollingTrigger() {
		return require('./dist/nodes/ContractManagement/ContractManagementPollingTrigger.node.js')
			.ContractManagementPollingTrigger;
	},
	get ContractManagementApi() {
		return require('./dist/credentials/ContractManagementApi.credentials.js').ContractManagementApi;
	},
};
