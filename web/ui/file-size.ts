const oneDecimal = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 1 })

/** `850 KB`, `1,2 MB` */
export function fileSize(bytes: number): string {
  const thousands = Math.max(1, Math.round(bytes / 1000))
  return thousands < 1000 ? `${thousands}\u00a0KB` : `${oneDecimal.format(bytes / 1_000_000)}\u00a0MB`
}
