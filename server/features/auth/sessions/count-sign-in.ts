import { countAct, outcomeOf } from '#server/platform/metrics.ts'

/** Counts the sign-in that an endpoint tries, for /metrics. */
export async function countSignIn(opening: Promise<Response> | Response): Promise<Response> {
  try {
    const response = await opening
    countAct('sign_in', outcomeOf(response.status))
    return response
  } catch (error) {
    const { status } = error as { status?: unknown }
    countAct('sign_in', outcomeOf(typeof status === 'number' ? status : 500))
    throw error
  }
}
