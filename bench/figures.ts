/** The value below which this share of the samples lies (0.5: the median). */
export function quantile({ samples, share }: { samples: readonly number[]; share: number }): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => quantile({ samples, share: 0.5 })

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`

/** The figures of a latency in milliseconds. */
export const quantilesOf = (samples: readonly number[]) => ({
  p50: milliseconds(median(samples)),
  p99: milliseconds(quantile({ samples, share: 0.99 })),
})

/** Prints one line: a name, its figures, and their baseline. */
export function report(name: string, figures: Record<string, string>): void {
  console.log(
    `  ${name.padEnd(34)} ${Object.entries(figures)
      .map(([label, value]) => `${label} ${value}`)
      .join('   ')}`,
  )
}

/** Ends the bench with an error unless the claim holds; the other benches run. Claims are about outcomes, never about seconds. */
export function claim(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`not true: ${sentence}`)
  console.log(`  ok: ${sentence}`)
}
