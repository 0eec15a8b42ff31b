import { useQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'

import type { NotificationKind, NotificationPreference } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useSetPreference } from '../api/set-preference.ts'

const kinds: Record<NotificationKind, { label: string; hint: string }> = {
  appointment: { label: 'Citas', hint: 'Cuando una cita se confirma, se mueve o se cancela.' },
  reminder: { label: 'Recordatorios', hint: 'El día antes y dos horas antes de cada cita.' },
  message: { label: 'Mensajes', hint: 'Cuando un mensaje queda 15 minutos sin leer.' },
  rating: { label: 'Calificaciones', hint: 'Después de una consulta, para contar cómo fue.' },
  promotion: { label: 'Promociones', hint: 'Descuentos de los centros.' },
}

/** The mails that the user receives; each switch is saved immediately. */
export function NotificationsSection() {
  const { queries } = useApi()
  const query = useQuery(queries.notifications.preferences.queryOptions())
  const setPreference = useSetPreference()

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
        <EmptyState title="Por ahora no hay nada que elegir" heading="h3" className="rounded-card bg-sand">
          Cuando enviemos avisos que se puedan apagar, los verás aquí.
        </EmptyState>
      ) : (
        <Card as="section" aria-labelledby="by-mail">
          <h3 id="by-mail">Por correo</h3>
          <ul className="mt-1 divide-y divide-line">
            {items.map(({ kind, byMail, byPush }) => (
              <li key={kind}>
                <SwitchField
                  {...kinds[kind]}
                  checked={byMail}
                  onChange={(event) => void save({ kind, byMail: event.currentTarget.checked, byPush })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <p className="flex gap-3 text-ink-soft">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
        Los correos sobre la seguridad de tu cuenta, como un cambio de contraseña, se envían siempre.
      </p>
    </div>
  )
}
