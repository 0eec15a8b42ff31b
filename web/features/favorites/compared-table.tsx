import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { generalCancellationRule } from '#contract/cancellation-sentences.ts'
import { atCenter } from '#contract/center-words.ts'
import { coverLabel } from '#contract/cover-labels.ts'
import type { FavoriteCard } from '#contract/favorites.ts'
import { noBookingsNow } from '#web/features/centers/no-bookings.tsx'
import { formatDuration } from '#web/features/centers/offers.ts'
import { placeNote } from '#web/features/centers/place-note.ts'
import { publicName } from '#web/features/centers/public-name.ts'
import { TeamPicture, teamNames } from '#web/features/centers/team-picture.tsx'
import { clockText } from '#web/platform/clock-text.ts'
import { formatNearDay } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import { type CompareSearch, idsOf } from './compare-search.ts'

type TableProps = { items: FavoriteCard[]; search: CompareSearch; today: string; hasPlace: boolean }
type Row = { title: string; cell: (center: FavoriteCard) => ReactNode }

/** On a phone the centres scroll sideways, and the titles of the rows stay at the left. */
export function ComparedTable({ items, search, today, hasPlace }: TableProps) {
  // Two fit a phone; of three, the edge shows that there is more. Positioned, so that hidden texts don't widen the page.
  const width = items.length === 3 ? 'min-w-37' : 'min-w-31'
  const cell = classNames(
    'relative border-l border-line p-2.5 text-left align-top font-normal sm:min-w-56 sm:p-4',
    width,
  )
  const title =
    'sticky left-0 z-1 cramped:static w-26 min-w-26 bg-sand p-2.5 text-left align-top text-sm font-semibold sm:w-36 sm:min-w-36 sm:p-4'
  return (
    <TableFrame label="Centros comparados">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <td className={title} />
            {items.map((center) => (
              <th key={center.id} scope="col" className={cell}>
                <Heading center={center} search={search} isOnly={items.length === 1} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf({ today, hasPlace }).map((row) => (
            <tr key={row.title} className="border-t border-line">
              <th scope="row" className={title}>
                {row.title}
              </th>
              {items.map((center) => (
                <td key={center.id} className={cell}>
                  {row.cell(center)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function Heading({ center, search, isOnly }: { center: FavoriteCard; search: CompareSearch; isOnly: boolean }) {
  const { id, name, priceFromCents, takesBookings } = center
  const others = idsOf(search.centers).filter((other) => other !== id)
  return (
    <div className="grid h-full content-start justify-items-start gap-2">
      <TeamPicture center={center} shape="square" eager className="size-18 rounded-control sm:size-24" />
      <Link
        to="/centers/$centerId"
        params={{ centerId: id }}
        translate="no"
        className="rounded-control leading-snug font-semibold wrap-anywhere underline-offset-4 hover:text-action hover:underline sm:text-lg"
      >
        {name}
      </Link>
      {center.verified && <VerifiedMark label="Verificado" />}
      {priceFromCents !== null && takesBookings && (
        <Link
          to="/book/$centerId"
          params={{ centerId: id }}
          rel="nofollow"
          aria-label={`Reservar ${atCenter(publicName(center))}`}
          className={buttonClass({ size: 'small', className: 'min-h-11' })}
        >
          Reservar
        </Link>
      )}
      {!isOnly && (
        <Link
          to="/compare"
          search={{ ...search, centers: others.join(',') }}
          replace
          resetScroll={false}
          aria-label={`Quitar ${name} de la comparación`}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          Quitar
        </Link>
      )}
    </div>
  )
}

/** A row without a value in every column is left out only for the distance, whose place may be unknown. */
function rowsOf({ today, hasPlace }: { today: string; hasPlace: boolean }): Row[] {
  return [
    { title: 'Precio', cell: (center) => <PriceCell center={center} /> },
    { title: 'Próxima hora', cell: (center) => <TimeCell center={center} today={today} /> },
    ...(hasPlace ? [{ title: 'Distancia', cell: (center: FavoriteCard) => placeNote(center) ?? notStated }] : []),
    {
      title: 'Dónde',
      cell: ({ address, neighborhood, department }) => [address, neighborhood ?? department].filter(Boolean).join(', '),
    },
    {
      title: 'Opiniones',
      cell: ({ rating, totalReviews }) => <Stars rating={rating} reviewCount={totalReviews} compact />,
    },
    { title: 'Quién', cell: (center) => whoIs(center) || notStated },
    {
      title: 'Práctica',
      cell: ({ unregulated }) => (unregulated ? 'No regulada' : 'Regulada'),
    },
    { title: 'Modalidad', cell: ({ modalities }) => modalities.join(', ') || notStated },
    { title: 'Atiende con', cell: ({ covers }) => covers.map(coverLabel).join(', ') || notStated },
    { title: 'Idiomas', cell: ({ languages }) => languages.join(', ') || notStated },
    { title: 'Cancelación', cell: (center) => <span className="text-sm">{generalCancellationRule(center)}</span> },
  ]
}

const notStated = <span className="text-ink-soft">No lo indica</span>

/** «Paula Núñez, Diego Sosa y 3 más», or the one person after whom the centre is named. */
function whoIs(center: FavoriteCard): ReactNode {
  const names = teamNames(center).replace(/^Con /, '') || center.team[0]?.name
  return names && <span translate="no">{names}</span>
}

function PriceCell({ center: { offer, priceFromCents } }: { center: FavoriteCard }) {
  if (!offer) return <Price cents={priceFromCents} from={priceFromCents !== null} />
  return (
    <span className="grid gap-0.5">
      <Price cents={offer.priceCents} from={!offer.samePrice} className="text-lg" />
      <span className="text-sm text-ink-soft">{`${offer.name}, ${formatDuration(offer.durationMinutes)}`}</span>
    </span>
  )
}

function TimeCell({ center, today }: { center: FavoriteCard; today: string }) {
  const [first] = center.nextTimes
  if (!center.takesBookings) return <span className="text-ink-soft">{noBookingsNow}</span>
  if (!center.offer) return <span className="text-ink-soft">Depende del servicio que elijas</span>
  if (!first) return <span className="text-ink-soft">Sin horas libres en los próximos días</span>
  const { date, minute } = localClock(first.startsAt)
  const day = formatNearDay({ date, today }).split(' ', 2).join(' ')
  return (
    // Opening the address holds the time, so it must not be preloaded.
    <Anchor
      href={`/book/${center.id}?offer=${first.serviceId}&at=${encodeURIComponent(first.startsAt)}`}
      rel="nofollow"
      className={timeButtonClass({ className: 'time-button-card w-fit px-4' })}
    >
      <span className="text-sm font-normal">{day}</span> <span>{clockText(minute)}</span>
      <RowOwnTime instant={first.startsAt} className="text-sm font-normal whitespace-normal" />
      <span className="sr-only">{`: reservar ${center.offer.name} ${atCenter(publicName(center))}`}</span>
    </Anchor>
  )
}
