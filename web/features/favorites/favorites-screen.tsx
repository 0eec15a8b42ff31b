import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import { maxFavoriteCards, maxFavorites } from '#contract/favorite-limits.ts'
import type { FavoriteCard } from '#contract/favorites.ts'
import { ComparedBar } from '#web/features/centers/saved/later-parts.tsx'
import { type Favorite, useFavorites } from '#web/features/centers/saved/use-favorites.ts'
import { useSaveCenter } from '#web/features/centers/saved/use-save-center.ts'
import { CenterCard, CenterCardSkeleton } from '#web/features/centers/search/center-card.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { useToday } from '#web/platform/use-now.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { favoriteCards } from './favorite-cards.ts'
import { SavedDrawing } from './saved-empty.tsx'

/** The centres that a visitor or an account has saved. */
export function FavoritesScreen() {
  const { items, isSignedIn, isKnown, error, retry } = useFavorites()
  const [pages, setPages] = useState(1)
  const shown = items.slice(0, pages * maxFavoriteCards)
  const chunks = Array.from({ length: pages }, (_, page) => ({
    page,
    items: shown.slice(page * maxFavoriteCards, (page + 1) * maxFavoriteCards),
  })).filter((chunk) => chunk.items.length > 0)
  return (
    <Page className="grid content-start gap-5 pt-8 pb-16">
      <div className="grid gap-1">
        <h1>Guardados</h1>
        {isKnown && items.length > 0 && <p className="text-ink-soft">{whereKept(isSignedIn)}</p>}
      </div>
      {error && !isKnown ? (
        <ErrorState title="No se pudieron cargar tus guardados" onRetry={retry}>
          {errorMessage(error)}
        </ErrorState>
      ) : !isKnown ? (
        <div aria-busy="true" className="@container grid gap-3 sm:gap-4">
          <CenterCardSkeleton />
          <CenterCardSkeleton />
        </div>
      ) : items.length === 0 ? (
        <NothingSaved />
      ) : (
        <section aria-label="Centros guardados" className="@container grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
          {chunks.map((chunk) => (
            <SavedCenters key={chunk.page} items={chunk.items} />
          ))}
          {shown.length < items.length && (
            <Button variant="secondary" onClick={() => setPages(pages + 1)} className="justify-self-center">
              Ver más
            </Button>
          )}
          <ComparedBar />
        </section>
      )}
    </Page>
  )
}

function whereKept(isSignedIn: boolean): string {
  return isSignedIn
    ? `Los ves en cualquier dispositivo en el que entres. Puedes guardar hasta ${maxFavorites}.`
    : 'Quedan en este navegador. Cuando entres a tu cuenta, pasan a ella.'
}

function SavedCenters({ items }: { items: Favorite[] }) {
  const tools = useApi()
  const today = useToday()
  const published = items.filter(({ isPublished }) => isPublished !== false)
  const cards = useQuery({
    ...favoriteCards({ ...tools, centerIds: published.map(({ centerId }) => centerId) }),
    // A list that gains or loses a centre keeps the other cards.
    placeholderData: keepPreviousData,
  })
  const known = new Map(cards.data?.items.map((card) => [card.id, card]))
  const instants = cards.data?.items.flatMap(({ nextTimes }) => nextTimes.map(({ startsAt }) => startsAt)) ?? []
  if (cards.isError && !cards.data) {
    return (
      <ErrorState title="No se pudieron cargar los centros" onRetry={() => void cards.refetch()}>
        {errorMessage(cards.error)}
      </ErrorState>
    )
  }
  return (
    <ZoneNote instants={instants}>
      {items.map((item) => {
        const card = item.isPublished === false ? undefined : known.get(item.centerId)
        if (card) return <CenterCard key={item.centerId} center={asResult(card)} today={today} eager={false} />
        const isLoading = item.isPublished !== false && (cards.isPending || cards.isPlaceholderData)
        return isLoading ? (
          <CenterCardSkeleton key={item.centerId} />
        ) : (
          <UnpublishedCenter key={item.centerId} center={item} />
        )
      })}
    </ZoneNote>
  )
}

const asResult = (card: FavoriteCard) => ({ ...card, reasons: [], treats: null })

/** A saved centre that closed, or that staff suspended: it stays until the user removes it. */
function UnpublishedCenter({ center }: { center: Favorite }) {
  const change = useSaveCenter()
  const headingId = `cerrado-${center.centerId}`
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className="flex flex-wrap items-center justify-between gap-3 bg-sand!"
    >
      <div className="grid min-w-0 gap-0.5">
        <h2 id={headingId} translate="no" className="text-base font-semibold wrap-anywhere">
          {center.name}
        </h2>
        <p className="text-sm text-ink-soft">Ahora no está publicado en {brand.name}, y no recibe reservas nuevas.</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Quitar ${center.name}`}
        onClick={() => void change(center, false)}
      >
        Quitar
      </Button>
    </Card>
  )
}

function NothingSaved() {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <SavedDrawing />
      <h2 className="font-display text-xl font-heading">Todavía no guardaste centros</h2>
      <p className="max-w-[29.5em] text-ink-soft">
        Toca el corazón de un centro para encontrarlo aquí después, y compararlo con otros. No hace falta una cuenta.
      </p>
      <Link to="/centers" className={buttonClass({ className: 'mt-2' })}>
        Buscar centros
      </Link>
    </div>
  )
}
