const percents = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 1 })

/** Formats a number as `8,5 %`. It is apart from the other formats, because only the dashboards show percentages. */
export function formatPercent(percent: number): string {
  return `${percents.format(percent)}\u00a0%`
}
