import type { CDPSession, Page } from '@playwright/test'

/** Something on a screen that is lost to its reader: cut off, covered, or wider than the window. */
export type LayoutFault = {
  kind:
    | 'wider than the window'
    | 'wider than its frame'
    | 'outside its box'
    | 'clipped'
    | 'shortened'
    | 'broken word'
    | 'overlap'
    | 'out of reach'
  what: string
}

/** Makes text as large as in the settings of the browser: `rem` and the media queries in `rem` follow, pixels don't. */
export async function setTextSize(page: Page, pixels: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: (pixels * 13) / 16 } })
  return session
}

/** What is wrong on the page, or in the dialog that is open on it. It scrolls the page, and leaves it at its top. */
export async function layoutFaults(page: Page): Promise<LayoutFault[]> {
  return await page.evaluate(measure)
}

/** Runs in the page, so it refers to nothing outside itself. */
function measure(): LayoutFault[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  type Item = { node: Element; name: string; boxes: Box[]; layer: Element | null; isControl: boolean }

  /** The map's pins lie where the places are; a toast goes away. */
  const notMeasured =
    '.leaflet-container, section > [role=status], section > [aria-live=off], [inert], [hidden], noscript, script, style, option'
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=slider]'
  const page = 'main, [data-scroll-restoration-id], [role=dialog], dialog'
  const faults = new Map<string, LayoutFault>()
  const add = (kind: LayoutFault['kind'], what: string) => faults.set(`${kind} ${what}`, { kind, what })

  const dialogs = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], dialog:modal, details[open] > nav'),
  ].filter(isShown)
  const root = dialogs.at(-1) ?? document.body

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth)
    add('wider than the window', `${scrollWidth} of ${clientWidth} px: ${widest(clientWidth)}`)

  // What scrolls down must not scroll sideways: only tables and rows of tabs do.
  for (const frame of [root, ...root.querySelectorAll(':not(textarea, select, input)')]) {
    const { overflowX, overflowY } = getComputedStyle(frame)
    if (!/auto|scroll/.test(overflowX) || !/auto|scroll/.test(overflowY) || !isShown(frame)) continue
    if (frame.closest(notMeasured) || frame.scrollWidth <= frame.clientWidth + 1) continue
    if (frame.scrollHeight <= frame.clientHeight + 1 && !frame.matches(page)) continue
    add(
      'wider than its frame',
      `${frame.scrollWidth} of ${frame.clientWidth} px in ${nameOf(frame)}: ${widest(frame.getBoundingClientRect().right, frame)}`,
    )
  }

  // A toast goes away, and avoids what it can: use-toast-place has tests of its own.
  for (const layer of document.querySelectorAll<HTMLElement>('section > [aria-live]')) layer.style.display = 'none'
  const items = [...textItems(), ...controlItems()]
  for (const [index, item] of items.entries()) {
    for (const other of items.slice(index + 1)) {
      if (item.layer !== other.layer || isWithin(item, other)) continue
      if (item.boxes.some((box) => other.boxes.some((otherBox) => doOverlap(box, otherBox)))) {
        add('overlap', `${item.name} with ${other.name}`)
      }
    }
  }
  for (const item of items) if (item.isControl) checkReach(item)
  scrollTo(0, 0)
  return [...faults.values()]

  function widest(limit: number, within: Element = document.body): string {
    const wide = [...within.querySelectorAll('*')].filter((element) => {
      const { right, width } = element.getBoundingClientRect()
      return (
        width > 0 &&
        right > limit + 1 &&
        isShown(element) &&
        clip(element.parentElement, { left: 0, top: 0, right, bottom: 0 }, within).right > limit + 1
      )
    })
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    // What lies on the window grows with it: it isn't the cause.
    const causes = innermost.filter((element) => !layerOf(element))
    return (causes.length > 0 ? causes : innermost)
      .toSorted((one, other) => other.getBoundingClientRect().right - one.getBoundingClientRect().right)
      .slice(0, 4)
      .map(nameOf)
      .join(', ')
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  }

  function isForReadersOnly(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, clip: oldClip, position } = getComputedStyle(at)
      if (position === 'absolute' && (clipPath.startsWith('inset(50%') || oldClip.startsWith('rect'))) return true
    }
    return false
  }

  /** The bar or the popup that the element is in: it moves over what scrolls, and may cover it. */
  function layerOf(element: Element): Element | null {
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
      const { position, top, bottom } = getComputedStyle(at)
      // What is sticky only sideways scrolls down with its surroundings.
      if (position === 'fixed' || (position === 'sticky' && top + bottom !== 'autoauto')) return at
    }
    return null
  }

  function textItems(): Item[] {
    const found: Item[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement
      if (!parent || text.data.trim() === '' || parent.closest(notMeasured) || !isShown(parent)) continue
      if (parent.closest('textarea, select') || isForReadersOnly(parent)) continue
      if (parent instanceof HTMLDetailsElement && !parent.open) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (rects.length === 0) continue
      const name = `«${text.data.trim().slice(0, 50)}» of ${nameOf(parent)}`
      // The link that skips to the content comes into the window with the focus.
      if (rects.every(({ bottom }) => bottom + scrollY < 0)) continue
      const boxes = seenBoxes(parent, { rects, name, text: text.data.trim() })
      checkBox(parent, { rects, name })
      if (getComputedStyle(parent).hyphens !== 'auto' && rects.length > 1) checkWords(text)
      found.push({ node: parent, name, boxes, layer: layerOf(parent), isControl: false })
    }
    return found
  }

  /** Text stays inside the buttons, cards and bars around it. */
  function checkBox(element: Element, { rects, name }: { rects: DOMRect[]; name: string }): void {
    const right = Math.max(...rects.map((rect) => rect.right))
    const left = Math.min(...rects.map((rect) => rect.left))
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
      const { display, position, overflowX, backgroundColor, borderRightWidth, borderRightColor } = getComputedStyle(at)
      if (overflowX !== 'visible' || /absolute|fixed/.test(position)) return
      if (/inline$|contents/.test(display)) continue
      const isDrawn = [
        backgroundColor,
        Number.parseFloat(borderRightWidth) > 0 ? borderRightColor : 'transparent',
      ].some((color) => !/transparent|[ ,/]0\)$/.test(color))
      const outer = at.getBoundingClientRect()
      if (isDrawn && (right > outer.right + 1 || left < outer.left - 1)) {
        add('outside its box', `${name} in ${nameOf(at)}`)
        return
      }
    }
  }

  /** A word that a reader knows is on one line, or divided with a hyphen; an address or a code may break anywhere. */
  function checkWords(text: Text): void {
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}]{4,}/gu)) {
      const isOfCode = /[\w@/:.-]/.test(
        (text.data[index - 1] ?? ' ') + (text.data[index + word.length] ?? ' ').replace('.', ' '),
      )
      if (isOfCode || text.parentElement?.closest('code, pre') || text.data.includes('\u00ad')) continue
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > 4)
        add('broken word', `«${word}» of ${nameOf(text.parentElement ?? root)}`)
    }
  }

  /** The choice that a select shows is whole. */
  function checkChoice(select: HTMLSelectElement): void {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')
    const text = select.selectedOptions[0]?.label ?? ''
    if (!pen || select.multiple || select.size > 1) return
    pen.font = font
    const space = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    // Its end may be missing: the list has it whole.
    if (pen.measureText(text).width * 0.7 > space) add('shortened', `«${text}» chosen in ${nameOf(select)}`)
  }

  function controlItems(): Item[] {
    return [...root.querySelectorAll(controls)].flatMap((node) => {
      if (node.closest(notMeasured) || !isShown(node) || isForReadersOnly(node)) return []
      if (node instanceof HTMLSelectElement) checkChoice(node)
      if (getComputedStyle(node).pointerEvents === 'none') return []
      const boxes = [...node.getClientRects()]
        .map((rect) => clip(node.parentElement, rect))
        .filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2)
      return [{ node, name: nameOf(node), boxes, layer: layerOf(node), isControl: true }]
    })
  }

  /** The part of the box that its scrolling and clipping ancestors show. */
  function clip(from: Element | null, rect: Box, within: Element = document.body): Box {
    let { left, top, right, bottom } = rect
    for (let at = from; at && at !== within; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      const outer = at.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)]
      if (position === 'fixed') break
    }
    return { left, top, right, bottom }
  }

  /** Names text that an ancestor cuts off. */
  function seenBoxes(element: Element, { rects, name, text }: { rects: DOMRect[]; name: string; text: string }): Box[] {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, fontSize, position } = getComputedStyle(at)
      const isCut = { x: /hidden|clip/.test(overflowX), y: /hidden|clip/.test(overflowY) }
      if (!isCut.x && !isCut.y) {
        // What scrolls can be brought into view.
        if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') break
        continue
      }
      const outer = at.getBoundingClientRect()
      // The box of a letter is higher than the letter.
      const slack = Number.parseFloat(fontSize) * 0.3
      const isClipped = rects.some(
        (rect) =>
          (isCut.x && (rect.right > outer.right + 2 || rect.left < outer.left - 2)) ||
          (isCut.y && (rect.bottom > outer.bottom + slack || rect.top < outer.top - slack)),
      )
      if (!isClipped) continue
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      if (!isShortened) add('clipped', `${name} by ${nameOf(at)}`)
      else if (!isWholeElsewhere(at, text)) add('shortened', name)
      break
    }
    return rects.map((rect) => {
      const seen = clip(element, rect)
      // The parts of a line above and below its letters may touch the next line's.
      const inset = (rect.bottom - rect.top) * 0.22
      return { ...seen, top: seen.top + inset, bottom: seen.bottom - inset }
    })
  }

  /** A text that is shortened on purpose is whole in a title, elsewhere on the page, or on the page that it leads to. */
  function isWholeElsewhere(element: Element, text: string): boolean {
    if (element.closest('[title], [data-shortened]') || element.querySelector('[title]')) return true
    return [...document.querySelectorAll('h1, h2, h3, h4, p, dd, li, span, a, button, option')].some(
      (other) =>
        !element.contains(other) &&
        !other.contains(element) &&
        getComputedStyle(other).textOverflow !== 'ellipsis' &&
        isShown(other) &&
        (other.textContent ?? '').includes(text),
    )
  }

  function isWithin(item: Item, other: Item): boolean {
    if (item.node.contains(other.node) || other.node.contains(item.node)) return true
    // A label and its field are one control, as is a field with the buttons in its padding.
    const label = item.node.closest('label')
    if (label && label === other.node.closest('label')) return true
    const field = [item.node, other.node].find((node) => node.matches('input, select, textarea'))
    return (
      field?.parentElement !== document.body &&
      field?.parentElement?.contains(item.node) === true &&
      field.parentElement.contains(other.node) &&
      isInPadding(field, field === item.node ? other : item)
    )
  }

  function isInPadding(field: Element, { boxes }: Item): boolean {
    const { left, right } = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    const start = left + Number.parseFloat(paddingLeft) - 2
    const end = right - Number.parseFloat(paddingRight) + 2
    return boxes.every((box) => box.right <= start + 2 || box.left >= end - 2)
  }

  function doOverlap(one: Box, other: Box): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return width > 2 && height > 2
  }

  function checkReach({ node, name, layer }: Item): void {
    if (!layer) node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const rect = [...node.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
    if (!rect) return
    const seen = clip(node.parentElement, rect)
    const x = (seen.left + seen.right) / 2
    const y = (seen.top + seen.bottom) / 2
    if (layer && (y < 0 || y > innerHeight)) return
    const hit = document.elementFromPoint(x, y)
    const labels = [...((node as HTMLInputElement).labels ?? []), node.closest('label')]
    if (hit && (node.contains(hit) || labels.some((label) => label?.contains(hit)))) return
    add('out of reach', `${name}: ${hit ? `${nameOf(hit)} is there` : `outside the window at ${x | 0}, ${y | 0}`}`)
  }

  function nameOf(element: Element): string {
    const { tagName } = element
    const text = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const classes = (element.getAttribute('class') ?? '').split(' ').slice(0, 6).join('.')
    return `${tagName.toLowerCase()}${classes && `.${classes}`} “${text.trim().replace(/\s+/g, ' ').slice(0, 40)}”`
  }
}
