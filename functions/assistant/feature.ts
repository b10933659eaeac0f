import type { Feature } from '#core/feature.ts';

export const assistant = {
  stack: 'Assistant',
  endpoints: {
    'add-project-conversation': {},
    'cancel-chat-run': {},
    'create-chat-message': {},
    'create-chat-run': {},
    'create-chat-thread': {},
    'create-feedback': {},
    'delete-chat-thread': {},
    'export-chat-thread': {},
    'get-assistant-figures': {},
    'get-chat-run': {},
    'get-chat-thread': {},
    'list-chat-messages': {},
    'list-chat-threads': {},
    'open-project-conversation': {},
    'open-shared-chat': {},
    'rename-chat-thread': {},
    'share-chat-thread': {},
    'submit-tool-outputs': {},
    'unshare-chat-thread': {},
    'warm-chat': {},
  },
  jobs: {
    // It searches; a request to the model takes at most 180 s.
    'answer-chat': {
      trigger: {
        queue: 'ChatRuns',
        batchSize: 1,
        maxConcurrency: 5,
        visitorQueue: 'VisitorChatRuns',
      },
      memoryMb: 1024,
      timeoutSeconds: 300,
      opensIndexes: true,
      alarms: [
        {
          name: 'assistant-failing',
          impact:
            'The assistant leaves questions unanswered: people read an error and are asked to try again. Look into the log of answer-chat: a key that is refused, a model that has retired, or a provider that is down.',
          above: 5,
          of: { metric: 'failedRuns' },
          periods: 2,
        },
      ],
    },
    'try-model': { trigger: 'operator', timeoutSeconds: 180 },
  },
} as const satisfies Feature;
