import { useLocation } from 'react-router-dom';
import { SharedChatPage } from '#web/features/chatbot/shared-chat-page.tsx';

export function Component() {
  const { hash } = useLocation();
  return <SharedChatPage key={hash} token={hash.slice(1)} />;
}
