import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Membership } from '#contract/memberships.ts'
import type { PracticeFigures } from '#contract/practice.ts'
import { dayView } from '#web/features/agenda/agenda-search.ts'
import type { PracticeSearch, PracticeSectionId } from '#web/features/practice/practice-search.ts'
import { sectionsOf } from '#web/features/practice/practice-sections.ts'
import { useApi } from '#web/platform/api.ts'
import { localMoment } from '#web/platform/local-days.ts'
import ChevronRight from '~icons/lucide/chevron-right'
import CircleCheck from '~icons/lucide/circle-check'

type OpenTask = {
  count: number
  one: string
  many: string
  section: PracticeSectionId
  /** The filter or place within the section. */
  view?: Pick<PracticeSearch, 'reviews' | 'vista' | 'fecha' | 'cita'>
}

export function Attention({ figures, membership }: { figures: PracticeFigures; membership: Membership }) {
  const { toConfirm, toCollect, toRefund, reviewsWithoutReply, documentsToRenew } = figures.attention
  const openSections = sectionsOf(membership)
  const account = usePaymentAccount(membership, openSections.includes('dinero'))
  const tasks: OpenTask[] = [
    {
      count: toConfirm,
      one: 'cita espera tu respuesta',
      many: 'citas esperan tu respuesta',
      section: 'agenda',
      view: placeOf(figures.requests[0]),
    },
    { count: toCollect, one: 'consulta sin cobrar', many: 'consultas sin cobrar', section: 'agenda' },
    {
      count: toRefund,
      one: 'cobro por devolver',
      many: 'cobros por devolver',
      section: 'agenda',
      view: placeOf(figures.firstToRefund ?? undefined),
    },
    {
      count: reviewsWithoutReply,
      one: 'opinión sin responder',
      many: 'opiniones sin responder',
      section: 'opiniones',
      view: { reviews: 'unanswered' },
    },
    {
      count: account?.account?.lostAt ? 1 : 0,
      one: 'cuenta de cobros que se desconectó',
      many: 'cuentas de cobros que se desconectaron',
      section: 'dinero',
    },
    {
      count: account?.refused.length ?? 0,
      one: 'devolución que no se pudo hacer',
      many: 'devoluciones que no se pudieron hacer',
      section: 'dinero',
    },
    { count: documentsToRenew, one: 'documento por renovar', many: 'documentos por renovar', section: 'documentos' },
  ]
  const waiting = tasks.filter(({ count, section }) => count > 0 && openSections.includes(section))
  if (waiting.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-card border border-line bg-panel px-4 py-3 text-ink-soft">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green" />
        Nada espera tu respuesta.
      </p>
    )
  }
  return (
    <section aria-labelledby="attention-title" className="grid gap-3">
      <h3 id="attention-title">Para atender</h3>
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3 lg:grid-cols-4">
        {waiting.map(({ count, one, many, section, view }) => (
          <li key={one}>
            <Link
              to="/center/dashboard"
              search={(search) => ({ centro: search.centro, seccion: section, ...view })}
              className="flex h-full items-center gap-3 rounded-card border border-line bg-amber-soft px-4 py-3 hover:border-control"
            >
              <span className="font-display text-2xl font-heading tabular-nums">{count}</span>
              <span className="grow">{count === 1 ? one : many}</span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The account that receives online payments; only the owner reads it. */
function usePaymentAccount({ centerId }: Membership, isOwner: boolean) {
  const { queries } = useApi()
  return useQuery({ ...queries.paymentAccounts.get.queryOptions({ input: { centerId } }), enabled: isOwner }).data
}

function placeOf(appointment: { id: string; startsAt: string } | undefined): OpenTask['view'] {
  return appointment && { vista: dayView, fecha: localMoment(appointment.startsAt).date, cita: appointment.id }
}
