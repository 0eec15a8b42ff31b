import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unreadMailMinutes } from '#contract/conversations.ts'
import { fixedMails, type NotificationKind, type NotificationPreference } from '#contract/notifications.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { DeskSoundCard } from '#web/features/notifications/desk-sound-card.tsx'
import { PushCard } from '#web/features/notifications/push-card.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { toast } from '#web/ui/toast.ts'
import ShieldCheck from '~icons/lucide/shield-check'

const kinds: Record<NotificationKind, { label: string; hint: string }> = {
  appointment: { label: 'Citas', hint: 'Cuando una cita se confirma, se mueve o se cancela.' },
  reminder: { label: 'Recordatorios', hint: 'El día antes y dos horas antes de cada cita.' },
  message: { label: 'Mensajes', hint: `Cuando un mensaje queda ${unreadMailMinutes} minutos sin leer.` },
  rating: {
    label: 'Calificaciones',
    hint: 'Después de una consulta, para contar cómo fue, y cuando alguien opina o responde.',
  },
  account: {
    label: 'Tu cuenta y tu centro',
    hint: 'Lo que decidimos sobre tu cuenta, tu centro, sus documentos y sus comisiones.',
  },
  points: { label: 'Puntos y recompensas', hint: 'Cuando sumas o pierdes puntos, y qué pasa con tus recompensas.' },
  promotion: {
    label: 'Promociones',
    hint: 'Cuando un centro donde te atendiste publica una: a lo sumo una por semana.',
  },
}

export function NotificationsSection() {
  const { queries } = useApi()
  const query = useQuery(queries.notifications.preferences.queryOptions())
  const setPreference = useSetPreference()
  const { data: me } = useMe()

  async function save(preference: NotificationPreference) {
    try {
      await setPreference.mutateAsync(preference)
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se guardó el cambio', description: errorMessage(error) })
    }
  }

  if (!query.data) {
    return (
      <div className="max-w-form">
        <Pending query={query} loading="Cargando tus avisos" failed="No se pudieron cargar tus avisos">
          <Skeleton className="h-56" />
        </Pending>
      </div>
    )
  }
  const { items } = query.data
  return (
    <div className="grid max-w-form gap-4">
      {items.length === 0 ? (
        <EmptyState
          drawing="bell"
          title="Por ahora no hay nada que elegir"
          heading="h3"
          className="rounded-card bg-sand"
        >
          Cuando enviemos avisos que se puedan apagar, los verás aquí.
        </EmptyState>
      ) : (
        <>
          <Channel
            id="by-mail"
            title="Por correo"
            items={items.filter(({ kind }) => fixedMails[kind] === undefined)}
            channel="byMail"
            onChange={(item) => void save(item)}
          />
          <PushCard />
          {me?.homePath.startsWith('/center/') && <DeskSoundCard />}
          <Channel
            id="by-push"
            title="En el navegador"
            items={items}
            channel="byPush"
            onChange={(item) => void save(item)}
          />
        </>
      )}
      <p className="flex gap-3 text-ink-soft">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
        Los correos sobre la seguridad de tu cuenta, como un cambio de contraseña, y sobre lo que decidimos de tu cuenta
        o de tu centro se envían siempre. Los puntos no se avisan por correo.
      </p>
    </div>
  )
}

type ChannelProps = {
  id: string
  title: string
  items: readonly NotificationPreference[]
  channel: 'byMail' | 'byPush'
  onChange(preference: NotificationPreference): void
}

function Channel({ id, title, items, channel, onChange }: ChannelProps) {
  return (
    <Card as="section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {items.map((item) => (
          <li key={item.kind}>
            <SwitchField
              {...kinds[item.kind]}
              checked={item[channel]}
              onChange={(event) => onChange({ ...item, [channel]: event.currentTarget.checked })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Shows the switch in its new position immediately, and in its old one when saving fails. */
function useSetPreference() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const key = queries.notifications.preferences.queryKey()
  const mutationKey = queries.notifications.setPreference.mutationKey()

  function showSwitch(changed: NotificationPreference) {
    queryClient.setQueryData(
      key,
      (known) => known && { items: known.items.map((item) => (item.kind === changed.kind ? changed : item)) },
    )
  }

  const mutation = useMutation(
    queries.notifications.setPreference.mutationOptions({
      meta: { refetch: 'own' },
      // Serialised, so that the last position of a switch is the one that is saved.
      scope: { id: 'notification-preferences' },
      onError: () => queryClient.invalidateQueries({ queryKey: key }),
      onSettled: () => {
        // While another change is being saved, an older response would undo it on the screen.
        if (queryClient.isMutating({ mutationKey }) > 1) return undefined
        return queryClient.invalidateQueries({ queryKey: key })
      },
    }),
  )

  return {
    ...mutation,
    mutateAsync: async (preference: NotificationPreference) => {
      // `onMutate` would run only after the pending change: until then, the switch would show its old position.
      void queryClient.cancelQueries({ queryKey: key })
      showSwitch(preference)
      return await mutation.mutateAsync(preference)
    },
  }
}
