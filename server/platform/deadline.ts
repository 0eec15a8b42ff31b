/** Rejects with `error` when the work takes longer. The work itself goes on: a promise cannot be stopped. */
export async function withDeadline<T>({
  milliseconds,
  work,
  error,
}: {
  milliseconds: number
  work: Promise<T>
  error: () => Error
}): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(error()), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
