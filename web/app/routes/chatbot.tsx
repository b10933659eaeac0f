import { useLoaderData } from 'react-router-dom';
import type { authorizeFlag } from '#web/app/guards.ts';
import { ChatbotPage } from '#web/features/chatbot/chatbot-page.tsx';

export function Component() {
  return <ChatbotPage authorize={useLoaderData<typeof authorizeFlag>()} />;
}
