#include "src/simulated/threads/thread_locals.hpp"

#include <algorithm>
#include <cstring>

#include <link.h>

namespace jackdaw::simulated {

namespace {

/// The calling thread's block of a program or library.
struct block {
  std::byte* place = nullptr;
  std::size_t size = 0;
};

/// Those of all, the program's first, and what that begins with.
struct area {
  std::vector<block> blocks{1};
  std::vector<std::byte> first;
};

area find_area() {
  area found;
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* result) {
        auto& to = *static_cast<area*>(result);
        for (std::size_t i = 0; i < program->dlpi_phnum; ++i) {
          const auto& segment = program->dlpi_phdr[i];
          if (segment.p_type != PT_TLS || program->dlpi_tls_data == nullptr) continue;
          const block own{static_cast<std::byte*>(program->dlpi_tls_data), segment.p_memsz};
          if (program->dlpi_name[0] != 0) {
            to.blocks.push_back(own);
            continue;
          }
          to.blocks[0] = own;
          to.first.resize(own.size);
          std::memcpy(to.first.data(), reinterpret_cast<const void*>(program->dlpi_addr + segment.p_vaddr),
                      segment.p_filesz);
        }
        return 0;
      },
      &found);
  return found;
}

const area& here() {
  static const area only = find_area();
  return only;
}

}  // namespace

thread_locals thread_locals::fresh() {
  thread_locals result;
  result.values_ = here().first;
  return result;
}

void thread_locals::exchange_for(const thread_locals& next) {
  const block& program = here().blocks[0];
  values_.resize(program.size);
  if (program.size == 0) return;
  std::memcpy(values_.data(), program.place, program.size);
  std::memcpy(program.place, next.values_.data(), program.size);
}

bool thread_locals::contain(std::uintptr_t address) noexcept {
  return std::ranges::any_of(here().blocks, [&](const block& each) {
    return address - reinterpret_cast<std::uintptr_t>(each.place) < each.size;
  });
}

}  // namespace jackdaw::simulated
