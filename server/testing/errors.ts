import { expect } from 'vitest'

/** Matches an error of the contract by its code. */
export const withCode = (code: string) => expect.objectContaining({ code })
