import type { ClaimName } from '#contract/claims.ts'
import { useClaims } from '#web/platform/operator-words.ts'
import { Page } from '#web/ui/page.tsx'
import BadgeCheck from '~icons/lucide/badge-check'
import CalendarDays from '~icons/lucide/calendar-days'
import HandHeart from '~icons/lucide/hand-heart'
import LocateFixed from '~icons/lucide/locate-fixed'
import MessagesSquare from '~icons/lucide/messages-square'
import TextSearch from '~icons/lucide/text-search'

const features: readonly { Icon: typeof BadgeCheck; claim?: ClaimName; title: string; text: string }[] = [
  {
    Icon: TextSearch,
    title: 'Búsqueda inteligente',
    text: 'Entiende lo que escribes con tus palabras, con tildes o sin ellas.',
  },
  {
    Icon: LocateFixed,
    title: 'Geolocalización',
    text: 'Ordena los centros por distancia desde tu barrio o desde donde estás.',
  },
  {
    Icon: CalendarDays,
    title: 'Reserva en línea',
    text: 'Ves las horas que están libres ahora. Nadie más puede tomar la que reservaste.',
  },
  {
    Icon: BadgeCheck,
    claim: 'verifiedProfessionals',
    title: 'Profesionales certificados',
    text: 'Revisamos los documentos que exige cada actividad. El perfil dice cuáles aprobamos y cuándo.',
  },
  {
    Icon: HandHeart,
    title: 'Terapias especializadas',
    text: 'Trece servicios, de la psicoterapia a la acupuntura, presenciales y online.',
  },
  {
    Icon: MessagesSquare,
    title: 'Chat directo',
    text: 'Escríbele al centro desde su perfil y sigue la conversación en Mensajes, sin intermediarios.',
  },
]

export function FeaturesGrid() {
  const isConfirmed = useClaims()
  const shown = features.filter(({ claim }) => claim === undefined || isConfirmed(claim))
  return (
    <Page className="py-14 lg:py-20">
      <section aria-labelledby="features" className="grid gap-8 lg:grid-cols-[1fr_2.2fr] lg:gap-14">
        <div>
          <h2 id="features" className="max-w-[10.5em] text-2xl">
            Menos vueltas hasta la persona indicada
          </h2>
          <p className="mt-3 max-w-[25.5em] text-ink-soft">
            Cuando algo duele, buscar ya cansa. Reunimos en un lugar lo que hace falta para decidir con calma.
          </p>
        </div>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {shown.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4 border-t border-line py-5">
              <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.75] text-action" />
              <div>
                <h3>{title}</h3>
                <p className="mt-1 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
