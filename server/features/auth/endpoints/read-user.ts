import type { AuthRequest } from '../protocol/request.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { userResponse } from '../sessions/user-response.ts'

/** GET /user */
export async function readUser(request: AuthRequest): Promise<Response> {
  const { user } = await requireBearer(request)
  return request.c.json(userResponse(user))
}
