import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnCenter } from '#contract/centers.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { toast } from '#web/ui/toast.ts'
import ExternalLink from '~icons/lucide/external-link'

export function PublicCard({ center }: { center: OwnCenter }) {
  const { queries } = useApi()
  const setPublic = useMutation(queries.practice.setPublic.mutationOptions())
  const pendingIsPublic = setPublic.isPending ? setPublic.variables.isPublic : undefined
  const { isPublic, isApproved } = center

  async function set(next: boolean) {
    try {
      await setPublic.mutateAsync({ centerId: center.id, isPublic: next })
      toast({
        kind: 'success',
        title: next && isApproved ? 'Tu página es pública' : next ? 'Tu página será pública' : 'Tu página está oculta',
        ...(next && !isApproved && { description: 'Se verá cuando la aprobemos.' }),
      })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar', description: errorMessage(error) })
    }
  }

  return (
    <Card as="section" aria-label="Página pública" className="grid gap-3">
      <SwitchField
        id="profile-public"
        label="Mostrar mi página al público"
        hint={publicHint({ isPublic, isApproved })}
        checked={pendingIsPublic ?? isPublic}
        disabled={pendingIsPublic !== undefined}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {isApproved && isPublic && (
        <Link
          to="/centers/$centerId"
          params={{ centerId: center.id }}
          target="_blank"
          className="link inline-flex min-h-11 items-center gap-2 justify-self-start"
        >
          Abrir mi página
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">(en otra pestaña)</span>
        </Link>
      )}
    </Card>
  )
}

function publicHint({ isPublic, isApproved }: Pick<OwnCenter, 'isPublic' | 'isApproved'>): string {
  if (!isPublic) return 'Los pacientes no la encuentran ni pueden reservar. Las citas ya reservadas se mantienen.'
  return isApproved
    ? 'Aparece en la búsqueda. Arriba ves si también se puede reservar.'
    : 'Aparecerá en la búsqueda cuando la aprobemos. Hasta entonces la ven solo quienes trabajan contigo.'
}
