import { z } from 'zod'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'

const uuid = z.uuid()

/** The path's factor id. A text that is no UUID counts as an unknown factor. @throws mfa_factor_not_found */
export function requireFactorId({ c }: AuthRequest): string {
  const id = c.req.param('factorId') ?? ''
  if (!uuid.safeParse(id).success) throw failAuth('mfa_factor_not_found')
  return id.toLowerCase()
}

export function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}
