import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The length of an IPv6 address that ends in the dotted form. The name of an interface may follow, after a `%`. */
const maxAddressLength = 45

/**
 * One spelling of an IP address: an IPv4 one is dotted, also where it came mapped into IPv6 (`::ffff:7f00:1`); an IPv6 one
 * has eight groups without leading zeros. Undefined for a text that is not an address.
 */
export function readAddress(text: string): { family: 4 | 6; address: string } | undefined {
  const [address = ''] = text.slice(0, 2 * maxAddressLength).split('%', 1)
  const family = isIP(address)
  if (family === 0) return undefined
  // A URL spells IPv6 without the dotted form, of which ipaddr.js takes ::127.0.0.1 for 127.0.0.1.
  const parsed = ipaddr.process(family === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1))
  return { family: parsed.kind() === 'ipv4' ? 4 : 6, address: parsed.toNormalizedString() }
}

/** Whether it is a loopback address, in any spelling. */
export function isLoopback(text: string): boolean {
  const parsed = readAddress(text)
  return parsed !== undefined && ipaddr.parse(parsed.address).range() === 'loopback'
}

/** Whether a host, as a setting or a URL names it, is this machine. */
export function isOwnHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
}

/** The networks of an IPv6 subscriber, from the /64 of one device's link to the /48 that a provider may assign to one customer. */
const prefixes = [64, 56, 48] as const

/** The network of an IPv6 address, spelled as `2001:db8:1:0::/48`. */
export function networkOf(address: string, prefix: (typeof prefixes)[number]): string {
  const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`)
  const groups = parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/${prefix}`
}

/** The widest network that one subscriber may own. */
export function widestNetworkOf(address: string): string {
  return networksOf(address).at(-1) ?? address
}

/** The network whose requests are counted together. Undefined for this machine, on which a proxy or a test may be. */
export function countedNetwork(address: string): string | undefined {
  return isLoopback(address) ? undefined : widestNetworkOf(address)
}

/**
 * The networks that a visitor's address belongs to, narrowest first, as clientAddress() spells it. One subscriber may own
 * 256 or 65,536 networks of 64 bits, so a limit for one /64 alone does not limit a subscriber. Any other text is one network.
 */
export function networksOf(address: string): string[] {
  const [start = '', prefix] = address.split('/')
  if (prefix !== '64' || !ipaddr.IPv6.isValid(start)) return [address]
  return prefixes.map((bits) => networkOf(start, bits))
}
