import { brand } from '#contract/brand.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { handedOverMail, handedOverText, handedOverTitle, ifNotYou, takenBackTitle } from '../loyalty.mail.ts'
import type { HandoverRow } from '../repository/handovers.ts'
import { findProviderName } from '../repository/rewards.ts'

const href = '/loyalty?pestana=mias'

type About = { platform: Platform; row: HandoverRow; centerId: string | null }

/** Tells the patient, in the bell and by mail, that a code of theirs was used. */
export async function tellOfHandover(tx: Tx, { platform, row, centerId }: About): Promise<void> {
  const { userId, rewardName, email } = row
  const provider = await nameOf(tx, centerId)
  const message = `${handedOverText({ rewardName, provider })} ${ifNotYou()}`
  const event = 'loyalty.reward_handed_over'
  await notifyUsers(tx, {
    platform,
    entries: [{ event, to: { userId }, title: handedOverTitle, message, href, about: null }],
  })
  const mail = handedOverMail({ publicUrl: platform.settings.publicUrl, rewardName, provider })
  await queueMail(tx, { platform, to: email, kind: event, ...mail })
}

/** Tells the patient that the desk undid it. */
export async function tellOfUndoneHandover(tx: Tx, { platform, row, centerId }: About): Promise<void> {
  const message = `${await nameOf(tx, centerId)} deshizo la entrega que había anotado. En Mis Recompensas ves su código.`
  const event = 'loyalty.reward_taken_back'
  const to = { userId: row.userId }
  await notifyUsers(tx, { platform, entries: [{ event, to, title: takenBackTitle, message, href, about: null }] })
}

/** Asks a centre's owner, whose account has the centre's id, to agree to what staff want it to hand over. */
export async function askProvider(
  tx: Tx,
  { platform, centerId, rewardName }: { platform: Platform; centerId: string; rewardName: string },
): Promise<void> {
  await notifyUsers(tx, {
    platform,
    entries: [
      {
        event: 'loyalty.reward_proposed',
        to: { userId: centerId },
        title: '¿Tu centro entrega esta recompensa?',
        message: `${brand.name} la ofrece por puntos cuando tú aceptas: ${rewardName}.`,
        href: '/center/dashboard?seccion=promociones',
        about: null,
      },
    ],
  })
}

async function nameOf(tx: Tx, centerId: string | null): Promise<string> {
  return (centerId !== null && (await findProviderName(tx, { centerId }))) || brand.name
}
