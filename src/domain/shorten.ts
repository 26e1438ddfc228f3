/** "0xd204a6e1…37b8": the first 8 digits and the last 4. Short texts are not cut. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 10)}…${address.slice(-4)}`
}

/** "0x8e41c0a7d95b23f6…74ee19d0b2c35a68": 16 digits from each end of a transaction hash. */
export function shortHash(hash: string): string {
  return hash.length <= 36 ? hash : `${hash.slice(0, 18)}…${hash.slice(-16)}`
}
