import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { centerToCallOf } from './center-to-call.ts'

it('an error about the allowance names the centre and its telephone number, and any other error names none', () => {
  const data = { centerName: 'Centro Rambla', phone: '+598 2710 1234' }
  expect(centerToCallOf(new ORPCError('appointments.too_many_upcoming', { status: 409, data }))).toEqual(data)
  expect(centerToCallOf(new ORPCError('appointments.slot_taken', { status: 409, data }))).toBeUndefined()
  expect(centerToCallOf(new TypeError('failed to fetch'))).toBeUndefined()
})
