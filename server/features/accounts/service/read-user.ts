import { requireBearer } from './bearer.ts'
import type { ServiceRequest } from './endpoint.ts'
import { userAnswer } from './user-answer.ts'

/** GET /user */
export async function readUser(request: ServiceRequest): Promise<Response> {
  const { user } = await requireBearer(request)
  return request.c.json(userAnswer(user))
}
