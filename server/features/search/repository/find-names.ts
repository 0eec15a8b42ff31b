import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import type { NameRow } from '../rules/exact-names.ts'
import { and, visible } from './center-conditions.ts'
import { createLookUps, wordsContaining, wordsOfText } from './vocabulary.ts'

/** A text as words with a space around each, so that a pattern finds whole words. */
const spaced = (text: RawBuilder<unknown>) =>
  sql`' ' || regexp_replace(fold(${text}), '[^[:alnum:]]+', ' ', 'g') || ' '`

type Names = {
  /** Folded words that may be part of a name. */
  names: readonly string[]
  /** All words of the typed text; they are folded. */
  words: readonly string[]
  /** Whether only a centre whose name is these words, and no others, is named by them. */
  isWholeName?: boolean
}

const withoutSequentialScans = (tx: Tx) => sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)

/**
 * The names among these that a professional or a service has. If a centre's name contains every typed word, or with `isWholeName`
 * is these words, all of them.
 */
export async function findNames(tx: Tx, { names, words, isWholeName = false }: Names): Promise<Set<string>> {
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const inName = and([
    ...words.map((word) => sql`left(search_text, length(center_name)) like '%' || ${word} || '%'`),
    ...(isWholeName ? [sql`${spaced(sql`center_name`)} = ${` ${words.join(' ')} `}`] : []),
  ])
  const [, { rows }] = await inOrder(tx, [
    withoutSequentialScans(tx),
    sql<{ name: string }>`
      select name
      from (
        select name, array(select word from search_vocabulary where word like split_part(name, ' ', 1) || '%') as words
        from unnest(${names}::text[]) as name offset 0) as typed
      where exists (
          select from center_profiles where is_public and approved_at is not null
            and ${wordsOfText.search} && ${wordsContaining(longest)} and ${inName})
        or exists (
          select from center_profiles where is_public and approved_at is not null
            and ${wordsOfText.offer} && typed.words and ' ' || offer_text like '% ' || name || '%')`.execute(tx),
  ])
  return new Set(rows.map(({ name }) => name))
}

/** Of words that very many centres have, not every centre is read. */
const mostRead = { ofNames: 1_000, ofWord: 300 }
/** Each word takes an index look-up; of the others, the rows are read. */
const wordsByIndex = 2

const wholeWords = (words: readonly string[]) => words.map((word) => `% ${word} %`)

/** The names of visible centres and of their active professionals that have all of these folded words as whole words. */
export async function listNames(tx: Tx, { words }: { words: readonly string[] }): Promise<NameRow[]> {
  const rarest = words.toSorted((a, b) => b.length - a.length).slice(0, wordsByIndex)
  const lookUps = createLookUps()
  const having = (text: RawBuilder<unknown>) =>
    and([visible, ...rarest.map((word) => sql`${text} && ${lookUps.containing(word)}`)])
  const [offering, called] = [having(wordsOfText.offer), having(wordsOfText.search)]
  const patterns = sql`${wholeWords(words)}::text[]`
  const [, { rows }] = await inOrder(tx, [
    withoutSequentialScans(tx),
    sql<NameRow>`
      with ${lookUps.ctes()} offering as materialized (
        select id from center_profiles where ${offering} limit ${mostRead.ofNames}),
      called as materialized (
        select id, center_name from center_profiles where ${called} limit ${mostRead.ofNames})
      select center_id as "centerId", 'professional' as kind, full_name as name
      from professionals join offering on offering.id = center_id
      where is_active and ${spaced(sql`full_name`)} like all (${patterns})
      union all
      select id, 'center', center_name from called where ${spaced(sql`center_name`)} like all (${patterns})`.execute(
      tx,
    ),
  ])
  return rows
}

/** Those of the folded words that are words of the name of an active professional of a visible centre. */
export async function listWordsOfPeople(tx: Tx, { words }: { words: readonly string[] }): Promise<Set<string>> {
  const [, { rows }] = await inOrder(tx, [
    withoutSequentialScans(tx),
    sql<{ word: string }>`
      select word from unnest(${words}::text[], ${wholeWords(words)}::text[]) as typed (word, pattern)
      where exists (
        select from (
          select id from center_profiles where ${visible} and ${wordsOfText.offer} @> array[word] limit ${mostRead.ofWord}) as offering
        join professionals on center_id = offering.id
        where is_active and ${spaced(sql`full_name`)} like pattern)`.execute(tx),
  ])
  return new Set(rows.map(({ word }) => word))
}

type Known = {
  /** Of the name of an active professional or of a visible centre. */
  isName: boolean
  /** Somewhere in what a centre or its professionals say of themselves. */
  isSaid: boolean
}

/** What each of the folded words is among the centres. */
export async function mapKnownWords(tx: Tx, { words }: { words: readonly string[] }): Promise<Map<string, Known>> {
  if (words.length === 0) return new Map()
  const people = await listWordsOfPeople(tx, { words })
  const { rows } = await sql<{ word: string; isCenter: boolean; isSaid: boolean }>`
    select word, exists (
        select from (
          select center_name from center_profiles where ${visible} and ${wordsOfText.search} @> array[word]
          limit ${mostRead.ofWord}) as called
        where ${spaced(sql`center_name`)} like pattern) as "isCenter",
      exists (select from search_vocabulary where search_vocabulary.word = typed.word) as "isSaid"
    from unnest(${words}::text[], ${wholeWords(words)}::text[]) as typed (word, pattern)`.execute(tx)
  return new Map(rows.map(({ word, isCenter, isSaid }) => [word, { isName: isCenter || people.has(word), isSaid }]))
}
