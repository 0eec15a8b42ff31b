export function addressInWords(address: string | null): string {
  if (address === null) return 'Lugar desconocido'
  if (/^(127\.|::1(\/|$)|::ffff:127\.)/.test(address)) return 'Desde este mismo equipo'
  if (isPrivate(address)) return `Desde la red local (${address})`
  return `Desde la dirección ${address}`
}

/** The private networks of homes and offices (RFC 1918, RFC 4193). */
function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:)/i.test(address)
}
