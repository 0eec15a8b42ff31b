import type { Contract } from '#contract/contract.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'

/** For example `appointments.cancel`. */
export type RouteName = {
  [Noun in keyof Contract]: `${Noun}.${Extract<keyof Contract[Noun], string>}`
}[keyof Contract]

type People = Readonly<Record<string, Actor>>

export type ForeignRow = {
  /** The input that the row's owner would send, with the ids of the path. */
  input: Record<string, unknown>
  /** The row's owner, whose request must succeed: otherwise the refusals would prove nothing. */
  owner: Actor
  /** The users who must not reach the row, by what they are: another patient, another centre's owner, staff. */
  strangers: People
}

type BuildRow = (platform: TestPlatform) => Promise<ForeignRow>

/** The cases of one noun: a row for each of its routes that has an id in its path. */
export type ForeignRows<Noun extends keyof Contract> = {
  [Name in Extract<RouteName, `${Noun}.${string}`>]?: BuildRow
}

/** Senda's staff, who must not reach the rows of a person or a centre. */
export async function staff(platform: TestPlatform): Promise<People> {
  return {
    'a moderator': actorOf(['moderator'], (await buildAccount(platform)).userId),
    'an administrator': actorOf(['admin'], (await buildAccount(platform)).userId),
  }
}

/** Users other than the patient: another patient, another centre's owner, the centre's own owner, staff. */
export async function strangersToPatient(platform: TestPlatform, { centerId }: { centerId: string }): Promise<People> {
  const another = await buildPatient(platform)
  const otherCenter = await buildCenter(platform)
  return {
    'another patient': actorOf(['patient'], another.patientId),
    'another centre': actorOf(['center'], otherCenter.centerId),
    'its own centre': actorOf(['center'], centerId),
    ...(await staff(platform)),
  }
}
