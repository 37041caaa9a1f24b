import type { ComponentType } from 'react'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import { FacebookPost } from './networks/facebook'
import { GhostPost } from './networks/ghost'
import { InstagramPost } from './networks/instagram'
import { LinkedInPost } from './networks/linkedin'
import { PinterestPost } from './networks/pinterest'
import { ThreadsPost } from './networks/threads'
import { XPost } from './networks/x'
import { FirstComment } from './parts/first-comment'
import type { NetworkPostProps, PostPreviewProps } from './preview-props'

const posts: Record<ChannelId, ComponentType<NetworkPostProps>> = {
  instagram: InstagramPost,
  facebook: FacebookPost,
  x: XPost,
  linkedin: LinkedInPost,
  pinterest: PinterestPost,
  ghost: GhostPost,
  threads: ThreadsPost,
}

/** A post as its network shows it. Needs no session: everything is in the props. */
export function PostPreview({ channel, className, ...props }: PostPreviewProps & { className?: string }) {
  const Post = posts[channel]
  const comment = props.post.first_comment
  return (
    <div data-network={channel} className={classes('bg-canvas', className)}>
      <div className="mx-auto max-w-120">
        <Post {...props} />
        {comment && <FirstComment channel={channel} account={props.account} text={comment.text} />}
      </div>
    </div>
  )
}
