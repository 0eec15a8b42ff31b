import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { MemberRole } from '#contract/memberships.ts'
import type { Team } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Mail from '~icons/lucide/mail'

import { InviteDialog } from './invite-dialog.tsx'

const roleNames: Record<MemberRole, string> = {
  owner: 'Dirige el centro',
  professional: 'Profesional',
  reception: 'Recepción',
}

type Member = Team['members'][number]
type Invitation = Team['invitations'][number]

export function PeopleCard({ centerId, team }: { centerId: string; team: Team }) {
  const { queries } = useApi()
  const removal = useMutation(queries.team.removeMember.mutationOptions())
  const inviting = useDialogState()
  const removing = useDialogState<Member>()
  const invite = useRef<HTMLButtonElement>(null)
  const removed = removing.subject
  const nameOf = (id: string | null) => team.professionals.find((each) => each.id === id)?.name

  async function remove(member: Member) {
    await removal.mutateAsync({ centerId, userId: member.userId })
    toast({ kind: 'success', title: 'Ya no es parte del equipo', description: member.name })
    focusAfterRender(invite)
  }

  return (
    <section aria-labelledby="people" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="people">Quién entra a este dashboard</h3>
          <p className="text-ink-soft">
            Cada uno con su cuenta. Quien atiende ve su agenda; la recepción, la de todos.
          </p>
        </div>
        <Button
          ref={invite}
          variant="secondary"
          icon={<Mail aria-hidden="true" className="size-5" />}
          {...opensDialog}
          onClick={() => inviting.show()}
        >
          Invitar por correo
        </Button>
      </div>
      <Card padding="none">
        <ul className="grid divide-y divide-line">
          {team.members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              professionalName={nameOf(member.professionalId)}
              onRemove={() => removing.show(member)}
            />
          ))}
          {team.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              centerId={centerId}
              invitation={invitation}
              professionalName={nameOf(invitation.professionalId)}
              onGone={() => focusAfterRender(invite)}
            />
          ))}
        </ul>
      </Card>
      <InviteDialog
        key={inviting.key}
        centerId={centerId}
        professionals={team.professionals}
        open={inviting.isOpen}
        onClose={inviting.close}
      />
      {removed && (
        <ConfirmDialog
          key={removed.userId}
          open={removing.isOpen}
          onOpenChange={removing.close}
          title={
            <>
              ¿Quitar a <span translate="no">{removed.name}</span> del equipo?
            </>
          }
          consequences={consequencesOf(removed)}
          confirmLabel="Quitar del equipo"
          danger
          onConfirm={() => remove(removed)}
        />
      )}
    </section>
  )
}

function MemberRow({
  member,
  professionalName,
  onRemove,
}: {
  member: Member
  professionalName: string | undefined
  onRemove: () => void
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p translate="no" className="font-medium wrap-anywhere">
          {member.name || member.email}
        </p>
        <p translate="no" className="text-sm wrap-anywhere text-ink-soft">
          {member.email}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>
          <span>
            {roleNames[member.role]}
            {professionalName && <span translate="no">{`: ${professionalName}`}</span>}
          </span>
        </Badge>
        {member.can.remove && (
          <Button size="small" variant="quiet" {...opensDialog} onClick={onRemove}>
            Quitar
            <span className="sr-only">
              {' a '}
              <span translate="no">{member.name}</span>
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

function consequencesOf({ professionalId }: Member): string[] {
  return [
    'Deja de entrar a este dashboard en el momento, también donde lo tenga abierto.',
    ...(professionalId
      ? ['Sus horarios, sus servicios y sus citas siguen en el centro: para que no se reserve más, deja de ofrecerlo.']
      : []),
    'Su cuenta personal no cambia. Puedes invitarla de nuevo cuando quieras.',
  ]
}

function InvitationRow({
  centerId,
  invitation,
  professionalName,
  onGone,
}: {
  centerId: string
  invitation: Invitation
  professionalName: string | undefined
  onGone: () => void
}) {
  const { queries } = useApi()
  const resending = useMutation(queries.team.invite.mutationOptions())
  const withdrawal = useMutation(queries.team.withdrawInvitation.mutationOptions())
  const isPending = resending.isPending || withdrawal.isPending
  const { id: invitationId, email, role, professionalId, expiresAt } = invitation

  async function resend() {
    try {
      await resending.mutateAsync({ centerId, email, role, professionalId })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: 'Invitación enviada de nuevo',
      description: `A ${email}. El enlace anterior ya no sirve.`,
    })
    onGone()
  }

  async function withdraw() {
    try {
      await withdrawal.mutateAsync({ centerId, invitationId })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
      return
    }
    toast({ kind: 'success', title: 'Invitación retirada', description: email })
    onGone()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p translate="no" className="font-medium wrap-anywhere">
          {email}
        </p>
        <p className="text-sm text-ink-soft">
          {`Invitación para ${roleNames[role].toLocaleLowerCase('es')}`}
          {professionalName && <span translate="no">{`: ${professionalName}`}</span>}
          {`. Vence el ${formatDay(expiresAt)}.`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="blue" icon={<Mail aria-hidden="true" />}>
          Enviada
        </Badge>
        <Button size="small" variant="quiet" pending={resending.isPending} disabled={isPending} onClick={resend}>
          Enviar de nuevo
          <span className="sr-only">{` a ${email}`}</span>
        </Button>
        <Button size="small" variant="quiet" pending={withdrawal.isPending} disabled={isPending} onClick={withdraw}>
          Retirar
          <span className="sr-only">{` la invitación a ${email}`}</span>
        </Button>
      </div>
    </li>
  )
}
