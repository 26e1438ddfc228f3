// Nothing is compiled by Hardhat, which would download a compiler.
module.exports = {
  solidity: '0.8.24',
  networks: { hardhat: { chainId: 31337 } },
  paths: { artifacts: 'node_modules/.cache/artifacts', cache: 'node_modules/.cache/hardhat' },
}
