// Nothing is compiled by Hardhat, which would download a compiler.
module.exports = {
  solidity: '0.8.24',
  // A transaction that is reverted is in a block all the same, as on other chains.
  networks: { hardhat: { chainId: 31337, throwOnTransactionFailures: false } },
  paths: { artifacts: 'node_modules/.cache/artifacts', cache: 'node_modules/.cache/hardhat' },
}
