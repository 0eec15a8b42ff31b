import type { Contract } from '#contract/contract.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'

/** `appointments.cancel` and so on. */
export type RouteName = {
  [Noun in keyof Contract]: `${Noun}.${Extract<keyof Contract[Noun], string>}`
}[keyof Contract]

type People = Readonly<Record<string, Actor>>

export type ForeignRow = {
  /** What the owner would send, the ids of the path included. */
  input: Record<string, unknown>
  /** Whose row it is: allowed, so that a refusal of the others means something. */
  owner: Actor
  /** Who must not reach it, by what they are: another patient, another centre's owner, staff that has no business here. */
  strangers: People
}

type MakeRow = (platform: TestPlatform) => Promise<ForeignRow>

/** What each file here hands over: a row for each route of its noun that asks for one. */
export type ForeignRows<Noun extends keyof Contract> = {
  [Name in Extract<RouteName, `${Noun}.${string}`>]?: MakeRow
}

/** Senda's staff, who must not reach the rows of a person or a centre. */
export async function staff(platform: TestPlatform): Promise<People> {
  return {
    'a moderator': actorOf(['moderator'], (await buildAccount(platform)).userId),
    'an administrator': actorOf(['admin'], (await buildAccount(platform)).userId),
  }
}

/** All who are not the patient: another patient, another centre's owner, the centre's own, staff. */
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
