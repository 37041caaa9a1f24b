import type { ChannelId } from '@/lib/channel-ids'
import { type Draft, type DraftOverride, type DraftSlide, withOverride } from '../draft/draft'
import type { FieldTarget } from '../draft/field-target'
import { type SlideTarget, slidesAt, withSlides } from '../draft/slides'

export type Tab = 'all' | ChannelId

/** The form: what the composer and "Edit and retry" have in common. */
export type EditorState = {
  draft: Draft
  tab: Tab
  /** The field to focus. A new object for each request. */
  focus: { target: FieldTarget } | null
  /** Slide key → upload id, until the upload is done or the slide is removed. */
  uploads: Readonly<Record<string, string>>
  /** URL → file name, for files that were added on this page. */
  fileNames: Readonly<Record<string, string>>
  /** How many of the last files were not added because the story was full. */
  leftOutCount: number
  /** The index of the slide whose details are open. */
  shownSlide: number | null
  /** The last move of a slide, for screen readers. */
  announcement: string
  /** What AI is to write about. Kept while another tab or task is shown. */
  brief: string
}

export type AddedSlide = { slide: DraftSlide; uploadId?: string; fileName?: string }

export type EditorEvent =
  | { type: 'edited'; patch: Partial<Draft> }
  | { type: 'channelEdited'; channel: ChannelId; patch: Partial<DraftOverride> }
  | { type: 'slidesSet'; target: SlideTarget; slides: DraftSlide[] }
  | { type: 'slidesAdded'; target: SlideTarget; added: readonly AddedSlide[]; leftOutCount: number }
  | { type: 'slideMoved'; target: SlideTarget; from: number; to: number }
  | { type: 'slideRemoved'; target: SlideTarget; key: string }
  | { type: 'uploadDone'; uploadId: string; url: string; fileName: string }
  | { type: 'slideShown'; index: number | null }
  /** A file that was made from another one keeps its name. */
  | { type: 'fileNamed'; url: string; from: string }
  | { type: 'tabChosen'; tab: Tab }
  | { type: 'fieldRequested'; target: FieldTarget }
  | { type: 'briefTyped'; brief: string }

export const initialEditor = (draft: Draft, tab: Tab): EditorState => ({
  draft,
  tab,
  focus: null,
  uploads: {},
  fileNames: {},
  leftOutCount: 0,
  shownSlide: null,
  announcement: '',
  brief: '',
})

/** A deselected channel has no tab. */
export const shownTab = ({ tab, draft }: EditorState): Tab =>
  tab === 'all' || draft.channels.includes(tab) ? tab : 'all'

/** Slides that are not empty. Empty rows without an upload are replaced by the next file. */
export const filledSlides = ({ draft, uploads }: EditorState, target: SlideTarget): DraftSlide[] =>
  slidesAt(draft, target).filter(({ key, media_url }) => media_url.trim() !== '' || key in uploads)

type Handlers = {
  [Type in EditorEvent['type']]: (state: EditorState, event: Extract<EditorEvent, { type: Type }>) => EditorState
}

const handlers: Handlers = {
  edited: (state, { patch }) => withDraft(state, { ...state.draft, ...patch }),
  channelEdited: (state, { channel, patch }) => withDraft(state, withOverride(state.draft, channel, patch)),
  slidesSet: (state, { target, slides }) => withDraft(state, withSlides(state.draft, target, slides)),
  slidesAdded,
  slideMoved,
  slideRemoved: (state, { target, key }) => ({
    ...withDraft(
      state,
      withSlides(
        state.draft,
        target,
        slidesAt(state.draft, target).filter((slide) => slide.key !== key),
      ),
    ),
    uploads: without(state.uploads, [key]),
  }),
  uploadDone,
  slideShown: (state, { index }) => (state.shownSlide === index ? state : { ...state, shownSlide: index }),
  fileNamed,
  tabChosen: (state, { tab }) => ({ ...state, tab, announcement: '' }),
  fieldRequested: (state, { target }) => ({ ...state, tab: target.channel ?? 'all', focus: { target } }),
  briefTyped: (state, { brief }) => ({ ...state, brief }),
}

export const isEditorEvent = (event: { type: string }): event is EditorEvent => event.type in handlers

/** Returns the same object if nothing changed. */
export function editorReducer(state: EditorState, event: EditorEvent): EditorState {
  const handle = handlers[event.type] as (state: EditorState, event: EditorEvent) => EditorState
  return handle(state, event)
}

const withDraft = (state: EditorState, draft: Draft): EditorState => ({ ...state, draft })

function slidesAdded(state: EditorState, event: Extract<EditorEvent, { type: 'slidesAdded' }>): EditorState {
  const { target, added, leftOutCount } = event
  if (added.length === 0) return { ...state, leftOutCount }
  const slides = [...filledSlides(state, target), ...added.map(({ slide }) => slide)]
  const uploads = added.flatMap(({ slide, uploadId }) => (uploadId ? [[slide.key, uploadId]] : []))
  const names = added.flatMap(({ slide, fileName }) => (fileName ? [[slide.media_url, fileName]] : []))
  return {
    ...withDraft(state, withSlides(state.draft, target, slides)),
    uploads: { ...state.uploads, ...Object.fromEntries(uploads) },
    fileNames: { ...state.fileNames, ...Object.fromEntries(names) },
    leftOutCount,
  }
}

function slideMoved(state: EditorState, event: Extract<EditorEvent, { type: 'slideMoved' }>): EditorState {
  const { target, from, to } = event
  const slides = slidesAt(state.draft, target)
  const slide = slides[from]
  if (!slide || to < 0 || to >= slides.length || from === to) return state
  const moved = slides.toSpliced(from, 1).toSpliced(to, 0, slide)
  return {
    ...withDraft(state, withSlides(state.draft, target, moved)),
    announcement: `Moved to position ${to + 1} of ${slides.length}.`,
  }
}

/** The slide may have been moved, or removed together with its override. */
function uploadDone(state: EditorState, event: Extract<EditorEvent, { type: 'uploadDone' }>): EditorState {
  const { uploadId, url, fileName } = event
  const keys = Object.keys(state.uploads).filter((key) => state.uploads[key] === uploadId)
  if (keys.length === 0) return state
  const filled = (slides: DraftSlide[]): DraftSlide[] =>
    slides.map((slide) => (keys.includes(slide.key) ? { ...slide, media_url: url } : slide))
  const { slides, overrides } = state.draft
  const filledOverrides = Object.entries(overrides).map(([channel, own]) => [
    channel,
    own.slides ? { ...own, slides: filled(own.slides) } : own,
  ])
  return {
    ...withDraft(state, { ...state.draft, slides: filled(slides), overrides: Object.fromEntries(filledOverrides) }),
    uploads: without(state.uploads, keys),
    fileNames: { ...state.fileNames, [url]: fileName },
  }
}

function fileNamed(state: EditorState, { url, from }: Extract<EditorEvent, { type: 'fileNamed' }>): EditorState {
  const name = state.fileNames[from]
  return name === undefined ? state : { ...state, fileNames: { ...state.fileNames, [url]: name } }
}

const without = (uploads: EditorState['uploads'], keys: readonly string[]): EditorState['uploads'] =>
  Object.fromEntries(Object.entries(uploads).filter(([key]) => !keys.includes(key)))
