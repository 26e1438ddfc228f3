import dns, { type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks of IPv4 that are not of the public internet (IANA's registry of special addresses). */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the metadata of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4],
] as const
/** Of IPv6, only this network is public: mapped, translated (NAT64), local and multicast ones are outside. */
const PUBLIC_IPV6 = ['2000::', 3] as const
const SPECIAL_IPV6 = [
  ['2001::', 23], // Teredo and others
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
] as const

const special = new BlockList()
for (const [network, bits] of SPECIAL_IPV4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6')

/** Whether an address is of the public internet. False for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Finds all addresses of a name, as dns.lookup with `all`. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveBySystem: Resolve = (hostname, options, done) => dns.lookup(hostname, options, done)

/**
 * The lookup of a connection that reaches public addresses only. The connection is made to the
 * addresses that are checked here, so a name can't change in between. One address that is not public
 * refuses the name.
 */
export function publicLookup(resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, done) => {
    const family = options.family === 4 || options.family === 6 ? { family: options.family } : {}
    resolve(hostname, { all: true, ...family }, (error, addresses) => {
      const [first] = addresses ?? []
      const refusal =
        error ??
        (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))
          ? new Error('The address is not public')
          : null)
      if (refusal !== null || first === undefined) done(refusal, '')
      else if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}
