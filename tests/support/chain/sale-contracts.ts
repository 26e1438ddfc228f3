import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import type { Chain } from './local-chain.ts'

// The contracts of a sale on a local chain, and payments to it.

const ACCOUNT_ABI = parseAbi(['function run(address[] to, uint256[] values, bytes[] data) payable'])

/** Tokens with 6 and 18 decimals, and who pays and is paid. Addresses in lower case. */
export interface Contracts {
  usdt: Hex
  dai: Hex
  /** A token that the sale does not take. */
  junk: Hex
  /** A receiver: a smart account, which logs the coins that it gets. */
  vault: Hex
  /** A smart account that pays. */
  account: Hex
  /** A receiver that is no contract. */
  shop: Hex
  /** No receiver, and without tokens. */
  other: Hex
  payer: Hex
}

/** Of a token with 18 decimals, or the coin. */
export const wei = (whole: number) => BigInt(whole) * 10n ** 18n
export const toRpc = (value: bigint) => `0x${value.toString(16)}`
export const transferData = (to: Hex, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })

/** A call that a smart account makes. */
export interface AccountCall {
  to: Hex
  value?: bigint
  data?: Hex
}

/** Sends transactions, each of which is in a block of its own then unless the chain mines by hand. */
export interface Payer {
  send(from: Hex, call: AccountCall): Promise<Hex>
  /** From the payer. */
  pay(token: Hex, to: Hex, units: bigint): Promise<Hex>
  payCoins(to: Hex, units: bigint): Promise<Hex>
  /** Several calls of the smart account in one transaction. */
  run(calls: readonly AccountCall[]): Promise<Hex>
}

export function openPayer(chain: Chain, { account, payer }: Pick<Contracts, 'account' | 'payer'>) {
  const gas = toRpc(1_000_000n)
  const send = async (from: Hex, { to, value = 0n, data = '0x' }: AccountCall) => {
    const sent = { from, to, value: toRpc(value), data, gas }
    // The node answers with a hash.
    return (await chain.request('eth_sendTransaction', [sent])) as Hex
  }
  return {
    send,
    pay: (token, to, units) => send(payer, { to: token, data: transferData(to, units) }),
    payCoins: (to, value) => send(payer, { to, value }),
    run(calls) {
      const args = [
        calls.map(({ to }) => to),
        calls.map(({ value = 0n }) => value),
        calls.map(({ data = '0x' }) => data),
      ] as const
      const data = encodeFunctionData({ abi: ACCOUNT_ABI, functionName: 'run', args })
      return send(payer, { to: account, data })
    },
  } satisfies Payer
}

/** @param holder an account that gets tokens too */
export async function deployContracts(chain: Chain, holder: Hex): Promise<Contracts> {
  // The node has 20 accounts.
  const [payer, shop, other] = (await chain.request('eth_accounts')) as [Hex, Hex, Hex]
  const deploy = async (file: string, args: readonly unknown[] = []) =>
    // An address in lower case is one.
    (await chain.deploy(file, args)).address.toLowerCase() as Hex
  const contracts = {
    usdt: await deploy('Token.sol', ['USDT', 6]),
    dai: await deploy('Token.sol', ['DAI', 18]),
    junk: await deploy('Token.sol', ['JUNK', 18]),
    vault: await deploy('Account.sol'),
    account: await deploy('Account.sol'),
    payer,
    shop,
    other,
  }
  const { pay, payCoins } = openPayer(chain, contracts)
  await pay(contracts.usdt, contracts.account, 10n ** 12n)
  await pay(contracts.usdt, holder, 10n ** 12n)
  await payCoins(contracts.account, wei(100))
  return contracts
}
