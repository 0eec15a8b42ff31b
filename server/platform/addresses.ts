import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

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
  if (family === 4) return { family, address }
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return { family: 6, address: groups.map((group) => group.toString(16)).join(':') }
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
  return { family: 4, address: bytes.join('.') }
}

/** Whether it is a loopback address, in any spelling. */
export function isLoopback(text: string): boolean {
  const parsed = readAddress(text)
  return parsed !== undefined && loopback.check(parsed.address, parsed.family === 4 ? 'ipv4' : 'ipv6')
}

/** The eight groups of an IPv6 address that Node accepts: it has at most one `::`, and its last two groups may be dotted. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const readGroups = (part: string) => (part === '' ? [] : part.split(':').flatMap(groupsIn))
  const [start, end] = [readGroups(head), tail === undefined ? [] : readGroups(tail)]
  const missing = Array.from({ length: 8 - start.length - end.length }, () => 0)
  return [...start, ...missing, ...end]
}

function groupsIn(part: string): number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** The widest network that one subscriber may own. */
export function widestNetworkOf(address: string): string {
  return networksOf(address).at(-1) ?? address
}

/** The networks of an IPv6 subscriber, from the /64 of one device's link to the /48 that a provider may assign to one customer. */
const widerPrefixes = [56, 48] as const

/**
 * The networks that a visitor's address belongs to, narrowest first, as clientAddress() spells it. One subscriber may own
 * 256 or 65,536 networks of 64 bits, so a limit for one /64 alone does not limit a subscriber. Any other text is one network.
 */
export function networksOf(address: string): string[] {
  const groups = /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})::\/64$/.exec(address)?.slice(1)
  if (!groups) return [address]
  const [a = '', b = '', c = '', d = ''] = groups
  const subnets = { 56: (Number.parseInt(d, 16) & 0xff00).toString(16), 48: '0' }
  return [address, ...widerPrefixes.map((prefix) => `${a}:${b}:${c}:${subnets[prefix]}::/${prefix}`)]
}
