const percents = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 1 })

/** `8,5 %`. Apart from the other formats, because only the dashboards show percentages. */
export function formatPercent(percent: number): string {
  return `${percents.format(percent)}\u00a0%`
}
