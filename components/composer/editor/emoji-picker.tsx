'use client'

import { type EmojiPickerListComponents, EmojiPicker as Picker } from 'frimousse'

type Props = { onPick: (emoji: string) => void }

/** Finds an emoji by its name. Arrow keys move, Enter inserts. */
export function EmojiPicker({ onPick }: Props) {
  return (
    <Picker.Root
      emojibaseUrl="/emoji"
      columns={8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="isolate flex h-84 w-full flex-col"
    >
      <div className="border-b border-line p-2">
        <Picker.Search autoFocus aria-label="Search emoji" placeholder="Search emoji" className="control" />
      </div>
      <Picker.Viewport className="relative flex-1 outline-none">
        <Picker.Loading className="absolute inset-0 flex items-center justify-center text-sm text-ink-soft">
          Loading…
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 flex items-center justify-center px-4 text-center text-sm text-ink-soft">
          {({ search }) => `No emoji named “${search}”.`}
        </Picker.Empty>
        <Picker.List className="pb-2 select-none" components={parts} />
      </Picker.Viewport>
      <div className="flex min-h-10 items-center gap-2 border-t border-line px-3 py-1">
        <Picker.ActiveEmoji>
          {({ emoji }) => (
            <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">
              {emoji ? emoji.label : 'Choose an emoji'}
            </span>
          )}
        </Picker.ActiveEmoji>
        <Picker.SkinToneSelector
          aria-label="Skin tone"
          className="flex size-8 items-center justify-center rounded-md text-lg hover:bg-hover"
        />
      </div>
    </Picker.Root>
  )
}

/** The library counts from 0, ARIA from 1. */
const fromOne = (index: number | undefined): number | undefined => (index === undefined ? undefined : index + 1)

const parts: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-raised px-3 pt-2.5 pb-1 text-xs font-medium text-ink-soft">
      {category.label}
    </div>
  ),
  Row: ({ children, 'aria-rowindex': index, ...props }) => (
    <div {...props} {...{ 'aria-rowindex': fromOne(index) }} className="scroll-my-1 px-1.5">
      {children}
    </div>
  ),
  Emoji: ({ emoji, 'aria-colindex': index, ...props }) => (
    <button
      {...props}
      {...{ 'aria-colindex': fromOne(index) }}
      type="button"
      className="flex size-9 flex-1 items-center justify-center rounded-md text-xl data-active:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
