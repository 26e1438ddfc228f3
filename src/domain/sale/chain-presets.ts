import type { ChainToken } from '#src/wire/chains.ts'

/** What is usually entered to connect a chain. */
export interface ChainPreset {
  chainId: number
  name: string
  /** Without a slash at the end. */
  explorer: string
  /** Blocks after which a payment is final for most sales. */
  confirmations: number
  /** On average. */
  secondsPerBlock: number
  /** Its own coin first, then the usual stablecoins. Addresses are spelled as EIP-55 says. */
  tokens: readonly ChainToken[]
}

const coin = (symbol: string): ChainToken => ({ symbol, address: null, decimals: 18 })
const token = (symbol: string, decimals: number, address: string): ChainToken => ({
  symbol,
  address,
  decimals,
})

/** The chains that most sales take payments on. Stablecoins of the same name differ in decimals. */
export const CHAIN_PRESETS: readonly ChainPreset[] = [
  {
    chainId: 1,
    name: 'Ethereum',
    explorer: 'https://etherscan.io',
    confirmations: 12,
    secondsPerBlock: 12,
    tokens: [
      coin('ETH'),
      token('USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
      token('USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
    ],
  },
  {
    chainId: 56,
    name: 'BNB Smart Chain',
    explorer: 'https://bscscan.com',
    confirmations: 15,
    secondsPerBlock: 0.75,
    tokens: [
      coin('BNB'),
      token('USDT', 18, '0x55d398326f99059fF775485246999027B3197955'),
      token('USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
    ],
  },
  {
    chainId: 137,
    name: 'Polygon',
    explorer: 'https://polygonscan.com',
    confirmations: 64,
    secondsPerBlock: 2,
    tokens: [
      coin('POL'),
      token('USDT', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
      token('USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
    ],
  },
  {
    chainId: 8453,
    name: 'Base',
    explorer: 'https://basescan.org',
    confirmations: 20,
    secondsPerBlock: 2,
    tokens: [
      coin('ETH'),
      token('USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
      token('USDT', 6, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'),
    ],
  },
  {
    chainId: 42_161,
    name: 'Arbitrum One',
    explorer: 'https://arbiscan.io',
    confirmations: 60,
    secondsPerBlock: 0.25,
    tokens: [
      coin('ETH'),
      token('USDT', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
      token('USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
    ],
  },
]

/** The preset of a chain; undefined for any other chain. */
export const chainPresetOf = (chainId: number): ChainPreset | undefined =>
  CHAIN_PRESETS.find((preset) => preset.chainId === chainId)

/** How long a chain takes for so many blocks, in ms; null for a chain without a preset. */
export function blocksToMs(chainId: number, blocks: number): number | null {
  const preset = chainPresetOf(chainId)
  return preset === undefined ? null : blocks * preset.secondsPerBlock * 1000
}
