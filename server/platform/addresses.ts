import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** The longest is an IPv6 address that ends in the dotted form; what follows a `%` names an interface. */
const longest = 45

/**
 * One spelling of an IP address: an IPv4 one is dotted, also where it came mapped into IPv6 (`::ffff:7f00:1`); an IPv6 one
 * has eight groups without leading zeros. Undefined for a text that is not an address.
 */
export function readAddress(text: string): { family: 4 | 6; address: string } | undefined {
  const [written = ''] = text.slice(0, 2 * longest).split('%', 1)
  const family = isIP(written)
  if (family === 0) return undefined
  if (family === 4) return { family, address: written }
  const groups = groupsOf(written)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return { family: 6, address: groups.map((group) => group.toString(16)).join(':') }
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
  return { family: 4, address: bytes.join('.') }
}

/** Whether it is a loopback address, in any spelling. */
export function isLoopback(text: string): boolean {
  const read = readAddress(text)
  return read !== undefined && loopback.check(read.address, read.family === 4 ? 'ipv4' : 'ipv6')
}

/** Of an address that Node accepts: at most one `::`, and the last two groups possibly dotted. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').flatMap(groupsIn))
  const [start, end] = [read(head), tail === undefined ? [] : read(tail)]
  const missing = Array.from({ length: 8 - start.length - end.length }, () => 0)
  return [...start, ...missing, ...end]
}

function groupsIn(part: string): number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
