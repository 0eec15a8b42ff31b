import { expect, test } from 'vitest'

import { loggablePath } from './loggable-path.ts'

test.for([
  ['/calendar/secreto.ics', '/calendar/…'],
  ['/question/secreto', '/question/…'],
  ['/api/v1/questions/secreto/send', '/api/v1/questions/…'],
  ['/center/invitation/secreto', '/center/invitation/…'],
  ['/api/v1/center-invitations/secreto/accept', '/api/v1/center-invitations/…'],
  ['/descargas/secreto', '/descargas/…'],
  ['/calendar', '/calendar'],
  ['/center/dashboard', '/center/dashboard'],
] as const)('%s is logged as %s', ([path, logged]) => {
  expect(loggablePath(path)).toBe(logged)
})
