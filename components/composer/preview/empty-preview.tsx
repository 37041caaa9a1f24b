import { Bookmark, Heart, MessageCircle, Send } from 'lucide-react'

/** The outline of a post, until there is one to show. */
export const EmptyPreview = ({ text }: { text: string }) => (
  <div className="panel overflow-hidden">
    <div aria-hidden className="flex flex-col gap-3 p-4 text-line-strong">
      <div className="flex items-center gap-2.5">
        <span className="size-9 rounded-full bg-sunken" />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className="h-2.5 w-28 rounded-full bg-sunken" />
          <span className="h-2 w-16 rounded-full bg-sunken" />
        </span>
      </div>
      <div className="aspect-4/3 rounded-lg bg-sunken" />
      <div className="flex gap-3">
        <Heart size={20} />
        <MessageCircle size={20} />
        <Send size={20} />
        <Bookmark size={20} className="ml-auto" />
      </div>
      <span className="h-2.5 w-11/12 rounded-full bg-sunken" />
      <span className="h-2.5 w-3/5 rounded-full bg-sunken" />
    </div>
    <p className="border-t border-line px-4 py-3 text-ink-soft">{text}</p>
  </div>
)
