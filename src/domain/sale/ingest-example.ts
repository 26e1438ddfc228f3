/** Stands in for a key that is not known any more. */
const YOUR_KEY = '<your key>'
/** An address that belongs to nobody. */
const EXAMPLE_WALLET = '0x000000000000000000000000000000000000dEaD'
/** The ids of example events begin with it, also of those that an earlier version's examples stored. */
export const TEST_ID_PREFIX = 'test-'
/** The example's wallet as earlier versions stored it; today's example is a test, which is not stored. */
export const TEST_WALLET = EXAMPLE_WALLET.toLowerCase()

/** Whether a wallet is the one of the example, which is no buyer's. */
export const isTestWallet = (address: string) => address.toLowerCase() === TEST_WALLET

export interface Example {
  /** The whole address of the call. */
  url: string
  /** Null if the key was shown before and is not known any more. */
  key: string | null
  now: Date
}

/** A test of a wallet that registers: the smallest event, checked as any other and stored nowhere. */
function exampleEvent(now: Date) {
  const at = now.toISOString()
  return {
    id: `${TEST_ID_PREFIX}${now.getTime()}`,
    kind: 'wallet',
    test: true,
    occurred_at: at,
    wallet_address: EXAMPLE_WALLET,
  }
}

/** Sends an event from a shell. The text has no single quotes, so it needs no escapes. */
export function curlExample({ url, key, now }: Example): string {
  return `curl -X POST ${quote(url)} \\
  -H 'Authorization: Bearer ${key ?? YOUR_KEY}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ events: [exampleEvent(now)] }, null, 2)}'`
}

/** Sends an event from the site's server. */
export function typeScriptExample({ url, key, now }: Example): string {
  const { id, kind, test, occurred_at, wallet_address } = exampleEvent(now)
  return `const response = await fetch(${quote(url)}, {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key ?? YOUR_KEY}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    events: [
      {
        id: '${id}',
        kind: '${kind}',
        test: ${test},
        occurred_at: '${occurred_at}',
        wallet_address: '${wallet_address}',
      },
    ],
  }),
})
console.log(response.status, await response.json())`
}

/** A project's name may have a quote; in a URL it is escaped, except the single quote. */
const quote = (text: string) => `'${text.replaceAll("'", '%27')}'`
