import { expect, it } from 'vitest'
import { chainUpdateSchema } from '#src/wire/chains.ts'
import { blocksToMs, CHAIN_PRESETS } from './chain-presets.ts'
import { hasValidChecksum } from './wallet-checksum.ts'

it.each(CHAIN_PRESETS.map((preset) => [preset.name, preset] as const))(
  'the preset of %s can be sent, and its addresses have the right checksums',
  (name, { explorer, confirmations, tokens }) => {
    const update = {
      name,
      rpc_url: 'https://node.example',
      explorer_url: explorer,
      confirmations,
      receivers: [`0x${'1'.repeat(40)}`],
      tokens: [...tokens],
    }
    expect(chainUpdateSchema.safeParse(update).error).toBeUndefined()
    const contracts = tokens.flatMap(({ address }) => address ?? [])
    expect(contracts.length).toBe(2)
    expect(contracts.filter((address) => !hasValidChecksum(address))).toEqual([])
    // Small letters alone would have no checksum to fail.
    expect(contracts.filter((address) => !/[A-F]/.test(address))).toEqual([])
  },
)

it('stablecoins of BNB Smart Chain have 18 decimals, those of the other chains 6', () => {
  for (const { chainId, tokens } of CHAIN_PRESETS) {
    const decimals = tokens.flatMap((one) => (one.address === null ? [] : one.decimals))
    expect(new Set(decimals)).toEqual(new Set([chainId === 56 ? 18 : 6]))
  }
})

it('the time of blocks is known where there is a preset', () => {
  expect(blocksToMs(1, 5)).toBe(60_000)
  expect(blocksToMs(56, 1204)).toBe(903_000)
  expect(blocksToMs(31_337, 5)).toBeNull()
})
